export { keepMedia, makeReady } from './adding.ts';
export { addToAlbum, findAlbum, recordAlbum } from './albums.ts';
export { mediaAddress, showMedia } from './entries.ts';
export { rewritePicture } from './pictures.ts';
export { sizePictures } from './pictures-in-text.ts';
export { showPhotographs } from './show-album.ts';
export { attachToShow, isStoredForMedia, recordMedia } from './store.ts';
