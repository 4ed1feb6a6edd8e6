export { illustrateBlogPost, latestPost, recordBlogPost } from './store.ts';
