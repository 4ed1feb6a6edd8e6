export { addToAlbum, findAlbum, recordAlbum } from './albums.ts';
export { coverPicture, isStillThere } from './cover-picture.ts';
export { mediaAddress, showMedia, shownMediaWith } from './entries.ts';
export { sizePictures, sizesOf } from './pictures-in-text.ts';
export { keepMedia, makeReady } from './prepare-upload.ts';
export { findPublicPerson } from './public-people.ts';
export { showPhotographs } from './show-album.ts';
export { namePeople } from './show-photos.ts';
export { attachToShow, hasMedia, recordMedia } from './store.ts';
