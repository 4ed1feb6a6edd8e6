import type { Screens } from '#platform/web/navigation/index.ts';

export const screens = {
  search: () => import('./SearchPage.tsx'),
} satisfies Screens;
