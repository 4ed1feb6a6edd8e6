export {
  createBlogPost as recordBlogPost,
  findLatestBlogPost as latestPost,
  replaceBlogPostContent as illustrateBlogPost,
} from './store.ts';
