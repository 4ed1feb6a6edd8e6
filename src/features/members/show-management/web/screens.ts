import type { Screens } from '#platform/web/navigation/index.ts';

export const screens = {
  edit_show: () => import('./edit/edit-show-page.tsx'),
} satisfies Screens;
