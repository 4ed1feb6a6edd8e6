import type { AdminTool } from '#platform/shared/admin-tools.ts';

export const mailSettingsPath = '/members/admin/mail_settings';

export const adminTools: readonly AdminTool[] = [
  {
    label: 'Mail settings',
    href: mailSettingsPath,
    about: 'The server that sends the site’s emails.',
    group: 'site',
    order: 335,
  },
];
