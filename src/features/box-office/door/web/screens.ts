import type { Screens } from '#platform/web/navigation/index.ts';

export const screens = {
  doors: () => import('./doors-page.tsx'),
  door: () => import('./door-page.tsx'),
  door_list: () => import('./printed-door-list-page.tsx'),
} satisfies Screens;
