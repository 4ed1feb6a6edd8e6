export { changeDoc, deletedDocs, docNamed, findDoc, managedDocs, replaceDoc } from './documents.ts';
export { filesOfPost, memberDocs, publicDocs } from './entries.ts';
export { keepFile, keepUploads, type SentFile } from './keeping.ts';
export {
  addFiles,
  deletedFilesOf,
  deleteFile,
  deleteFilesOfPost,
  filesOfPosts,
  findManagedFile,
  forgetFiles,
  isStoredFor,
  keysDeletedBefore,
  ownFilesOf,
  restoreFile,
  restoreFilesOfPost,
} from './recycling.ts';
export { filesOfShow, filesSince, recordFiles } from './store.ts';
