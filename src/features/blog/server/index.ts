export { blogTitles, illustrateBlogPost, latestPost, recordBlogPost } from './store.ts';
export { emptyBlogPosts } from './write.ts';
