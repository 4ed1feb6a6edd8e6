export { standIn } from './content.ts';
export { deletedPostsOf, deletePost, findManagedPost, forgetPosts, restorePost } from './recycling.ts';
export { markTold, postsToTellOf, rewritePost, writtenPost, writtenPosts } from './rewriting.ts';
export { nextPost, postsOfShow, postsOfSociety, postsSince, postTexts, publicPosts, recordPost } from './store.ts';
