import type { Screens } from '#platform/web/navigation/index.ts';

export const screens = {
  post: (path) => (path === '/' ? import('./front-page.tsx') : import('./post-page.tsx')),
} satisfies Screens;
