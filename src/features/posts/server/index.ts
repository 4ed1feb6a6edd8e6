export { textAsPost } from './content.ts';
export { markTold, postsToTellOf, rewritePost, writtenPost, writtenPosts } from './rewrite.ts';
export {
  illustratePost,
  isPosted,
  postOfFile,
  postsOfShow,
  postsOfSociety,
  postsSince,
  recordPost,
} from './store.ts';
export { deletedPostsOf, deletePost, findManagedPost, restorePost } from './trash.ts';
