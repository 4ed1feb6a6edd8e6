import type { AdminTool } from '#platform/shared/admin-tools.ts';

export const updatesPath = '/members/admin/updates';

export const adminTools: readonly AdminTool[] = [
  {
    label: 'Updates',
    href: updatesPath,
    about: 'The version of the site, and whether there is a newer one.',
    group: 'site',
    order: 370,
  },
];
