import type { Screens } from '#platform/web/navigation/index.ts';

export const screens = {
  contact: () => import('./contact-page.tsx'),
} satisfies Screens;
