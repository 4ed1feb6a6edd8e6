import type { Screens } from '#platform/web/navigation/index.ts';

export const screens = {
  manage_blog: () => import('./ManageBlogPage.tsx'),
  edit_blog_post: () => import('./EditBlogPostPage.tsx'),
  // The list and each of its posts are one type of page
  blogs: (path) => (path.split('/')[2] ? import('./BlogPostPage.tsx') : import('./BlogPage.tsx')),
} satisfies Screens;
