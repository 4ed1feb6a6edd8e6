export {
  createBlogPost,
  findLatestBlogPost,
  replaceBlogPostContent,
} from './store.ts';
