export { addToAlbum, createAlbum, findAlbum } from './albums.ts';
export { buildMediaUrl, listPersonMedia, loadShowGallery } from './entries.ts';
export {
  addPictureAttributes,
  findCoverPicture,
  findPictureDimensions,
  isLargeEnoughForCover,
  isMediaAvailable,
} from './pictures-in-text.ts';
export { formatFirstPictureNote, prepareMedia, storeMediaFiles, storePreparedMedia } from './prepare-upload.ts';
export { replacePeopleTags, summariseShowPhotos } from './show-photos.ts';
export { addMediaToShow, findPublicPerson, hasMedia, insertMedia, parseStoredSizes, type StoredSize } from './store.ts';
