import type { Screens } from '#platform/web/navigation/index.ts';

export const screens = {
  error: () => import('./ErrorPage.tsx'),
  redirect: () => import('./RedirectPage.tsx'),
  map_post: () => import('./AboutPage.tsx'),
  notice: () => import('./NoticePage.tsx'),
} satisfies Screens;
