import type { Screens } from '#platform/web/navigation/index.ts';

export const screens = {
  manage_blog: () => import('./manage-blog-page.tsx'),
  edit_blog_post: () => import('./edit-blog-post-page.tsx'),
  // The list and a single post are the same type of page
  blogs: (path) => (path.split('/')[2] ? import('./blog-post-page.tsx') : import('./blog-page.tsx')),
} satisfies Screens;
