import type { AdminTool } from '#platform/shared/admin-tools.ts';

export const adminTools: readonly AdminTool[] = [
  {
    label: 'Manage Users',
    href: '/members/admin/manage_users',
    about: 'Approve people, and say what each may use.',
    group: 'people',
    order: 120,
    inNavigation: 50,
  },
];
