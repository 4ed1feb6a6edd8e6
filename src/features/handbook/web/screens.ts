import type { Screens } from '#platform/web/navigation/index.ts';

export const screens = {
  handbook: () => import('./HandbookIndexPage.tsx'),
  handbook_page: () => import('./HandbookPage.tsx'),
} satisfies Screens;
