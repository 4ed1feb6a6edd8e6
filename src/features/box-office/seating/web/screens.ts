import type { Screens } from '#platform/web/navigation/index.ts';

export const screens = {
  seating: () => import('./seating-page.tsx'),
} satisfies Screens;
