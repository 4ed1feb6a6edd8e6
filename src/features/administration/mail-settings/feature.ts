import type { Feature } from '#platform/server/feature/feature.ts';
import { mailSettingsPath } from './contract.ts';
import { registerMailSettings } from './server/mail-settings.ts';

const auditActions = {
  'mail_server.changed': 'changed the mail server',
  'mail_server.removed': 'removed the mail server',
};

declare module '#platform/server/feature/audit-actions.ts' {
  interface AuditActions extends Record<keyof typeof auditActions, true> {}
}

/** The mail server, entered on a screen instead of in the environment. */
export const mailSettings: Feature = {
  routes: registerMailSettings,
  adminTools: [
    {
      label: 'Mail settings',
      href: mailSettingsPath,
      about: 'The server that sends the site’s emails.',
      group: 'site',
      order: 335,
    },
  ],
  auditActions: [auditActions],
};
