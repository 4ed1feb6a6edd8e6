export { addToAlbum, createAlbum as recordAlbum, findAlbum } from './albums.ts';
export { findCoverPicture as coverPicture, isMediaAvailable as isStillThere } from './cover-picture.ts';
export {
  listPersonMedia as shownMediaWith,
  loadShowGallery as showMedia,
  mediaUrl as mediaAddress,
} from './entries.ts';
export { addPictureSizes as sizePictures, findPictureSizes as sizesOf } from './pictures-in-text.ts';
export { prepareMedia as makeReady, storeMedia as keepMedia } from './prepare-upload.ts';
export { findPublicPerson } from './public-people.ts';
export { summariseShowPhotos as showPhotographs } from './show-album.ts';
export { tagPeople as namePeople } from './show-photos.ts';
export { addMediaToShow as attachToShow, hasMedia, insertMedia as recordMedia } from './store.ts';
