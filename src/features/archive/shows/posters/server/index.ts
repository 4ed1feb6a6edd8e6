export { assignPosterDesigns, type PosterDesign, type PosterDesignInput } from './designs.ts';
export {
  drawPoster,
  drawShowShareImage,
  drawSocietyShareImage,
  examineFontFolder,
  formatUnusableFonts,
  loadFontFolder,
} from './font-folder.ts';
export { computePosterVersion, type PosterSubject } from './poster.ts';
export { createRenderQueue } from './render-queue.ts';
export {
  computeShowShareImageVersion,
  computeSocietyShareImageVersion,
  POSTER_AREA,
} from './share-image.ts';
