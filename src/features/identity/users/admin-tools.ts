import type { AdminTool } from '#platform/shared/admin-tools.ts';

export const adminTools: readonly AdminTool[] = [
  {
    label: 'Manage Users',
    href: '/members/admin/manage_users',
    about: 'Approve new members, and set what each person can use.',
    group: 'people',
    order: 120,
    inNavigation: 50,
  },
];
