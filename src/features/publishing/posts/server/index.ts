export { buildTextPost } from './content.ts';
export {
  findEditablePost,
  listEditablePosts,
  listPostsToNotify,
  markPostNotified,
  updatePost,
} from './post-edits.ts';
export {
  createPost,
  findPostAccess,
  hasPost,
  listPostsSince,
  listShowPosts,
  listSocietyPosts,
  replacePostContent,
} from './store.ts';
export { deletePost, findManagedPost, listDeletedPosts, restorePost } from './trash.ts';
