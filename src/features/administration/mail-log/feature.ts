import type { Feature } from '#platform/server/feature/feature.ts';
import { mailsPath } from './logged-mail.ts';
import {
  failedMailsTodo,
  refusedTicketEmailsTodo,
  registerMailLogCalls,
  registerMailLogPages,
} from './server/mail-log.ts';

const auditActions = {
  'mail.retried': 'retried an email',
  'mail.resent': 'resent an email',
  'mail.tested': 'sent a test email',
  'mail.dismissed': 'dismissed an undelivered email',
};

declare module '#platform/server/feature/audit-actions.ts' {
  interface AuditActions extends Record<keyof typeof auditActions, true> {}
}

export const mailLog: Feature = {
  routes(platform, services) {
    registerMailLogPages(platform, services);
    registerMailLogCalls(platform, services);
  },
  adminTodos: [failedMailsTodo, refusedTicketEmailsTodo],
  adminTools: [
    {
      label: 'Mail log',
      href: mailsPath,
      about: 'See which emails were sent to whom, and resend them.',
      group: 'people',
      order: 330,
    },
  ],
  auditActions: [auditActions],
};
