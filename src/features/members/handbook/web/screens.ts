import type { Screens } from '#platform/web/navigation/index.ts';

export const screens = {
  handbook: () => import('./handbook-index-page.tsx'),
  handbook_page: () => import('./handbook-page.tsx'),
} satisfies Screens;
