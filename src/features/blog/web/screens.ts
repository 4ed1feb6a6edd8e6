import type { Screens } from '#platform/web/navigation/index.ts';

export const screens = {
  manage_blog: () => import('./ManageBlogPage.tsx'),
  edit_blog_post: () => import('./EditBlogPostPage.tsx'),
  blogs: () => import('./BlogPage.tsx'),
} satisfies Screens;
