export { findDoc, isDocNameTaken, listDeletedDocs, listManagedDocs, replaceDocFile, updateDoc } from './documents.ts';
export {
  hasFile,
  insertFiles,
  listFilesSince,
  listMemberDocEntries,
  listPostFileEntries,
  listPublicDocEntries,
  listShowFiles,
  type PostAccessLookup,
} from './store.ts';
export { type FileToStore, storeFile, storeUploadedFiles } from './store-upload.ts';
export {
  addFiles,
  deleteFile,
  deletePostFiles,
  findManagedFile,
  listFilesOfPosts,
  listManagedShowFiles,
  listRestorableFiles,
  restoreFile,
  restorePostFiles,
} from './trash.ts';
