export { nextPost, publicPosts, recordPost } from './store.ts';
