import type { AdminTool } from '#platform/shared/admin-tools.ts';

export const adminTools: readonly AdminTool[] = [
  {
    label: 'Manage Shows',
    href: '/members/manage_shows',
    about: 'Add shows and edit their details.',
    group: 'archive',
    order: 210,
    inNavigation: 20,
  },
];
