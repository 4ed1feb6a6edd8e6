import type { Feature } from '#platform/server/feature/feature.ts';
import { mailSettingsPath } from './contract.ts';
import { mailLogPath } from './logged-mail.ts';
import {
  failedMailsTodo,
  refusedTicketEmailsTodo,
  registerMailLogCalls,
  registerMailLogPages,
} from './server/mail-log.ts';
import { registerMailSettingsRoutes } from './server/mail-settings.ts';

const auditActions = {
  'mail.retried': 'retried an email',
  'mail.resent': 'resent an email',
  'mail.tested': 'sent a test email',
  'mail.dismissed': 'dismissed an undelivered email',
  'mail_server.changed': 'changed the mail server',
  'mail_server.removed': 'removed the mail server',
};

declare module '#platform/server/feature/audit-actions.ts' {
  interface AuditActions extends Record<keyof typeof auditActions, true> {}
}

/** The emails of the site, and the mail server, if it is entered on a screen instead of in the environment. */
export const mailFeature: Feature = {
  routes(registry, services) {
    registerMailLogPages(registry, services);
    registerMailLogCalls(registry, services);
    registerMailSettingsRoutes(registry, services);
  },
  adminTodos: [failedMailsTodo, refusedTicketEmailsTodo],
  adminTools: [
    {
      label: 'Mail log',
      href: mailLogPath,
      about: 'See which emails were sent to whom, and resend them.',
      group: 'people',
      order: 330,
    },
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
