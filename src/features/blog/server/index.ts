export { blogTitles, illustrateBlogPost, latestPost, recordBlogPost } from './store.ts';
