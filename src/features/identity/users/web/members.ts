import type { MembersNavigation } from '#features/publishing/layout/web/index.ts';
import type { ScreenLoaders } from '#platform/web/navigation/index.ts';
import { adminTools } from '../admin-tools.ts';

export const navigation: MembersNavigation = {
  tools: adminTools,
  help: {
    '/members/admin/manage_users/invite': ['secretary', 'Invite people'],
    '/members/admin/manage_users': ['webmaster', 'Set someone’s permissions'],
    '/members/admin/manage_users/:id': ['webmaster', 'Set someone’s permissions'],
  },
};

export const screens = {
  manage_users: () => import('./manage-users-page.tsx'),
  manage_user: () => import('./manage-user-page.tsx'),
  invite_users: () => import('./invite-users-page.tsx'),
} satisfies ScreenLoaders;
