import type { MembersNavigation } from '#features/publishing/layout/web/index.ts';

export const navigation: MembersNavigation = {
  entries: [
    { permission: 'logout', label: 'Logout', href: '/members/logout', icon: 'log-out', group: 'own', order: 30 },
  ],
};
