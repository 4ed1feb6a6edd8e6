import type { Feature } from '#platform/server/feature/feature.ts';
import { registerTicketEmailCalls } from './server/calls.ts';

const auditActions = {
  'ticket_email.enabled': 'turned on an automatic email',
  'ticket_email.disabled': 'turned off an automatic email',
};

declare module '#platform/server/feature/audit-actions.ts' {
  interface AuditActions extends Record<keyof typeof auditActions, true> {}
}

/** Emails to buyers of tickets: their texts, which of them are sent, and that each is sent once. */
export const ticketEmails: Feature = {
  visibility: { order_letter: 'private', letter_off: 'private' },
  routes: registerTicketEmailCalls,
  impersonalTables: [
    { table: 'order_letter', reason: 'which letters were sent, by the ids of orders' },
    { table: 'letter_off', reason: 'which letters the society doesn’t send' },
  ],
  auditActions: [auditActions],
};
