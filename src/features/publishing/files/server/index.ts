export {
  findDoc,
  isDocNameTaken as docNamed,
  listDeletedDocs as deletedDocs,
  listManagedDocs as managedDocs,
  replaceDocFile as replaceDoc,
  updateDoc as changeDoc,
} from './documents.ts';
export {
  listMemberDocEntries as memberDocs,
  listPostFileEntries as filesOfPost,
  listPublicDocEntries as publicDocs,
} from './entries.ts';
export type { PostAccessLookup as PostOfFile } from './post-access-lookup.ts';
export {
  hasFile,
  insertFiles as recordFiles,
  listFilesSince as filesSince,
  listShowFiles as filesOfShow,
} from './store.ts';
export { type FileToStore as SentFile, storeFile as keepFile, storeUploads as keepUploads } from './store-upload.ts';
export {
  addFiles,
  deleteFile,
  deletePostFiles as deleteFilesOfPost,
  findManagedFile,
  listDeletedFiles as deletedFilesOf,
  listFilesByPosts as filesOfPosts,
  listManagedShowFiles as ownFilesOf,
  restoreFile,
  restorePostFiles as restoreFilesOfPost,
} from './trash.ts';
