export { findDoc, isDocNameTaken, listDeletedDocs, listManagedDocs, replaceDocFile, updateDoc } from './documents.ts';
export { listMemberDocEntries, listPostFileEntries, listPublicDocEntries } from './entries.ts';
export { hasFile, insertFiles, listFilesSince, listShowFiles, type PostAccessLookup } from './store.ts';
export { type FileToStore, storeFile, storeUploads } from './store-upload.ts';
export {
  addFiles,
  deleteFile,
  deletePostFiles,
  findManagedFile,
  listDeletedFiles,
  listFilesByPosts,
  listManagedShowFiles,
  restoreFile,
  restorePostFiles,
} from './trash.ts';
