import type { Screens } from '#platform/web/navigation/index.ts';

export const screens = {
  post: () => import('./PostPage.tsx'),
} satisfies Screens;
