export { assignDesigns, type DesignInput, type PosterDesign } from './designs.ts';
export { computePosterVersion, type PosterSubject, renderPoster } from './poster.ts';
export { createRenderQueue } from './render-queue.ts';
export {
  computeShowShareVersion,
  computeSocietyShareVersion,
  POSTER_AREA,
  renderShowShare,
  renderSocietyShare,
} from './share-image.ts';
