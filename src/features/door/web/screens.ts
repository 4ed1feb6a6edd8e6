import type { Screens } from '#platform/web/navigation/index.ts';

export const screens = {
  doors: () => import('./DoorsPage.tsx'),
  door: () => import('./DoorPage.tsx'),
  door_list: () => import('./PrintedDoorListPage.tsx'),
} satisfies Screens;
