export { changeDoc, deletedDocs, docNamed, findDoc, managedDocs, replaceDoc } from './documents.ts';
export { filesOfPost, memberDocs, publicDocs } from './entries.ts';
export type { PostOfFile } from './post-of-file.ts';
export { filesOfShow, filesSince, hasFile, recordFiles } from './store.ts';
export { keepFile, keepUploads, type SentFile } from './store-upload.ts';
export {
  addFiles,
  deletedFilesOf,
  deleteFile,
  deleteFilesOfPost,
  filesOfPosts,
  findManagedFile,
  ownFilesOf,
  restoreFile,
  restoreFilesOfPost,
} from './trash.ts';
