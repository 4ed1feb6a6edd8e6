import type { Screens } from '#platform/web/navigation/index.ts';

export const screens = {
  search: () => import('./search-page.tsx'),
} satisfies Screens;
