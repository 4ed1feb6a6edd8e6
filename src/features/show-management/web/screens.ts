import type { Screens } from '#platform/web/navigation/index.ts';

export const screens = {
  edit_show: () => import('./EditShowPage.tsx'),
} satisfies Screens;
