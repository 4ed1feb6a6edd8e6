export {
  createBlogPost,
  findLatestBlogPost,
  replaceBlogContentByTitle,
} from './store.ts';
