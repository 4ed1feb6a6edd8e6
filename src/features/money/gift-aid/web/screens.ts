import type { Screens } from '#platform/web/navigation/index.ts';

export const screens = {
  gift_aid: () => import('./gift-aid-page.tsx'),
} satisfies Screens;
