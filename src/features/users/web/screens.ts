import type { Screens } from '#platform/web/navigation/index.ts';

export const screens = {
  manage_users: () => import('./ManageUsersPage.tsx'),
  manage_user: () => import('./ManageUserPage.tsx'),
  invite_users: () => import('./InviteUsersPage.tsx'),
} satisfies Screens;
