export { addToAlbum, createAlbum, findAlbum } from './albums.ts';
export { buildMediaUrl, listPersonMedia, loadShowGallery } from './entries.ts';
export {
  addPictureSizes,
  findCoverPicture,
  findPictureSizes,
  isLargeEnoughToLead,
  isMediaAvailable,
} from './pictures-in-text.ts';
export { formatFirstPictureNote, prepareMedia, storeMedia, storePreparedMedia } from './prepare-upload.ts';
export { summariseShowPhotos, tagPeople } from './show-photos.ts';
export { addMediaToShow, findPublicPerson, hasMedia, insertMedia, parseStoredSizes, type StoredSize } from './store.ts';
