export { buildTextPost as textAsPost } from './content.ts';
export {
  findEditablePost as writtenPost,
  listEditablePosts as writtenPosts,
  listPostsToNotify as postsToTellOf,
  markPostNotified as markTold,
  updatePost as rewritePost,
} from './post-edits.ts';
export {
  createPost as recordPost,
  findPostAccess as postOfFile,
  hasPost as isPosted,
  listPostsSince as postsSince,
  listShowPosts as postsOfShow,
  listSocietyPosts as postsOfSociety,
  replacePostContent as illustratePost,
} from './store.ts';
export { deletePost, findManagedPost, listDeletedPosts as deletedPostsOf, restorePost } from './trash.ts';
