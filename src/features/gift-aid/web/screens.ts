import type { Screens } from '#platform/web/navigation/index.ts';

export const screens = {
  gift_aid: () => import('./GiftAidPage.tsx'),
} satisfies Screens;
