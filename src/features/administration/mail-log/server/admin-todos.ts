import { bookingIssuesPath } from '#features/box-office/orders/order.ts';
import { listRefusedEmails } from '#features/box-office/ticket-emails/server/index.ts';
import { formatCount } from '#platform/server/feature/admin-todos.ts';
import type { AdminTodo } from '#platform/server/feature/feature.ts';
import { countFailedMails } from '#platform/server/mail/index.ts';
import { mailsPath } from '../table.ts';

/** Counts undelivered emails, except emails to buyers, which are in the box office's list. */
export const failedMailsTodo: AdminTodo = {
  tool: mailsPath,
  waiting: async ({ db }) => {
    const failed = (await countFailedMails(db)) - (await listRefusedEmails(db)).length;
    if (failed === 0) return [];
    const text = `${formatCount(failed, 'email wasn’t', 'emails weren’t')} delivered`;
    return [{ words: text, link: `${mailsPath}?standing=failed` }];
  },
  nudge: { kind: 'mail_refused', item: 'admin', action: 'See the mail log' },
};

/** Counts undelivered emails to buyers. */
export const refusedTicketEmailsTodo: AdminTodo = {
  tool: mailsPath,
  waiting: async ({ db }) => {
    const { length } = await listRefusedEmails(db);
    if (length === 0) return [];
    const words = length === 1 ? 'An email to a buyer was refused' : `${length} emails to buyers were refused`;
    return [{ words, link: bookingIssuesPath }];
  },
  nudge: { kind: 'letter_refused', item: 'bookings', action: 'See what to do' },
};
