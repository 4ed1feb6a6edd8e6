import type { Screens } from '#platform/web/navigation/index.ts';

export const screens = {
  contact: () => import('./ContactPage.tsx'),
} satisfies Screens;
