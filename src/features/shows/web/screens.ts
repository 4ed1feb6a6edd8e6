import type { Screens } from '#platform/web/navigation/index.ts';

export const screens = {
  add_show_member: () => import('./AddShowMemberPage.tsx'),
  people: () => import('../people/web/PeoplePage.tsx'),
  edit_person: () => import('../people/web/EditPersonPage.tsx'),
} satisfies Screens;
