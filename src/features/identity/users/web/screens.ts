import type { Screens } from '#platform/web/navigation/index.ts';

export const screens = {
  manage_users: () => import('./manage-users-page.tsx'),
  manage_user: () => import('./manage-user-page.tsx'),
  invite_users: () => import('./invite-users-page.tsx'),
} satisfies Screens;
