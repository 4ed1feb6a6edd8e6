import type { Screens } from '#platform/web/navigation/index.ts';

export const screens = {
  add_show_member: () => import('./add-show-member-page.tsx'),
  people: () => import('../people/web/people-page.tsx'),
  edit_person: () => import('../people/web/edit-person-page.tsx'),
} satisfies Screens;
