export { blogTexts, blogTitles, latestPost, nextBlogPost, recordBlogPost } from './store.ts';
export { emptyBlogPosts } from './write.ts';
