export { addToAlbum, createAlbum, findAlbum } from './albums.ts';
export { findCoverPicture, isMediaAvailable } from './cover-picture.ts';
export {
  buildMediaUrl,
  listPersonMedia,
  loadShowGallery,
} from './entries.ts';
export { addPictureSizes, findPictureSizes, isLargeEnoughToLead } from './pictures-in-text.ts';
export { explainFirstOfSeveral, prepareMedia, storeMedia, storePreparedMedia } from './prepare-upload.ts';
export { findPublicPerson } from './public-people.ts';
export { summariseShowPhotos } from './show-album.ts';
export { tagPeople } from './show-photos.ts';
export { addMediaToShow, hasMedia, insertMedia, type PictureSize, parseSizes } from './store.ts';
