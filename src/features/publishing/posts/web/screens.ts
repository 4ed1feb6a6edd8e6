import type { Screens } from '#platform/web/navigation/index.ts';

export const screens = {
  post: () => import('./post-page.tsx'),
} satisfies Screens;
