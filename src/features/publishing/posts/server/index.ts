export { buildTextPage } from './pages.ts';
export {
  deletePost,
  findEditablePost,
  findManagedPost,
  listDeletedPosts,
  listEditablePosts,
  listPostsAwaitingNotification,
  recordPostNotification,
  restorePost,
  updatePost,
} from './post-edits.ts';
export {
  createPost,
  findPostAccess,
  hasPost,
  listAllShowPosts,
  listPostsSince,
  listSocietyPosts,
  replacePostContent,
} from './store.ts';
