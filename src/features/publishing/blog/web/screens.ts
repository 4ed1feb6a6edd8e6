import type { ScreenLoaders } from '#platform/web/navigation/index.ts';

export const screens = {
  // The list and a single post are the same type of page
  blogs: (path) => (path.split('/')[2] ? import('./blog-post-page.tsx') : import('./blog-page.tsx')),
} satisfies ScreenLoaders;
