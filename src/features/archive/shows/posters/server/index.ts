export { assignDesigns, type DesignInput, type PosterDesign } from './designs.ts';
export { computePosterVersion, type PosterSubject, renderPoster } from './poster.ts';
export { createRenderQueue } from './render-queue.ts';
export {
  computeShowShareImageVersion,
  computeSocietyShareImageVersion,
  POSTER_AREA,
  renderShowShareImage,
  renderSocietyShareImage,
} from './share-image.ts';
