import type { Feature } from '#platform/server/feature/feature.ts';
import { registerTicketEmailCalls } from './server/ticket-emails.ts';

const auditActions = {
  'ticket_email.enabled': 'turned on an automatic email',
  'ticket_email.disabled': 'turned off an automatic email',
};

declare module '#platform/server/feature/audit-actions.ts' {
  interface AuditActions extends Record<keyof typeof auditActions, true> {}
}

/** Emails to buyers of tickets: their texts, and which of them are switched on. Each email is sent once. */
export const ticketEmails: Feature = {
  visibility: { order_letter: 'private', letter_off: 'private' },
  routes: registerTicketEmailCalls,
  rowUses: [{ of: 'ticket_order', table: 'order_letter', column: 'order_id', reason: 'it has emails in its history' }],
  impersonalTables: [
    { table: 'order_letter', reason: 'which emails were sent, by order id' },
    { table: 'letter_off', reason: 'which emails are switched off' },
  ],
  auditActions: [auditActions],
};
