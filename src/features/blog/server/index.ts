export { blogTitles, latestPost, nextBlogPost, recordBlogPost } from './store.ts';
