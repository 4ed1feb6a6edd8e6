import type { AdminTool } from '#platform/shared/admin-tools.ts';

export const adminTools: readonly AdminTool[] = [
  {
    label: 'Admin Settings',
    href: '/members/admin/admin_settings',
    about: 'Settings for the whole site.',
    group: 'site',
    order: 310,
    inNavigation: 60,
  },
];
