export { addToAlbum, findAlbum, recordAlbum } from './albums.ts';
export { mediaAddress, photographsWith, showMedia } from './entries.ts';
export { leadingPicture } from './leading-picture.ts';
export { sizePictures, sizesOf } from './pictures-in-text.ts';
export { keepMedia, makeReady } from './prepare-upload.ts';
export { showPhotographs } from './show-album.ts';
export { namePeople } from './show-photos.ts';
export { attachToShow, hasMedia, recordMedia } from './store.ts';
