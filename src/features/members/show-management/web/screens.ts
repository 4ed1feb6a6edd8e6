import type { Screens } from '#platform/web/navigation/index.ts';

export const screens = {
  edit_show: () => import('./edit-show-page.tsx'),
} satisfies Screens;
