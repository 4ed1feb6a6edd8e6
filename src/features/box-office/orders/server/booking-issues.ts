import { dismissLetter, refusedLetters } from '#features/box-office/ticket-emails/server/index.ts';
import { ticketEmailLabels } from '#features/box-office/ticket-emails/ticket-email-kinds.ts';
import { accountingPath } from '#features/money/accounting/paths.ts';
import { refundTodo } from '#features/money/payments/server/index.ts';
import { mayUse } from '#features/society/accounts/server/index.ts';
import { readSettings } from '#features/society/settings/server/index.ts';
import { doneBy, recordAudit } from '#platform/server/audit/index.ts';
import { write } from '#platform/server/database/index.ts';
import type { AdminTodo } from '#platform/server/feature/feature.ts';
import { notFound } from '#platform/server/http/errors/http-error.ts';
import type { Platform } from '#platform/server/http/platform.ts';
import { ok } from '#platform/server/http/routes/call.ts';
import type { PageRequest } from '#platform/server/http/routes/page.ts';
import { formatIsoWithOffset } from '#platform/shared/local-time.ts';
import { type BookingIssues, dismissRefusedLetter } from '../order-page-contract.ts';
import { bookingIssuesPath, orderPath } from '../paths.ts';
import { findOrder } from './store.ts';

/** Refunds of tickets that somebody has to look at. */
export const ticketRefundTodo: AdminTodo = refundTodo(
  { tool: accountingPath, item: 'bookings', link: bookingIssuesPath },
  (purpose) => purpose === 'tickets',
);

export async function listRefusedLetters({ db }: Pick<PageRequest, 'db'>): Promise<BookingIssues['refused_letters']> {
  const { timeZone } = await readSettings(db);
  const letters: BookingIssues['refused_letters'] = [];
  for (const { id, orderId, kind, to, at } of await refusedLetters(db)) {
    const order = await findOrder(db, orderId);
    const letter = ticketEmailLabels[kind]?.name ?? 'Mail';
    const about = { ref: order?.ref ?? 0, order_link: order ? orderPath(order.id) : '' };
    letters.push({ id, letter, to, at: formatIsoWithOffset(at, timeZone), ...about });
  }
  return letters;
}

export function bookingIssueCalls({ call, db }: Platform): void {
  call(dismissRefusedLetter, { access: mayUse('bookings') }, async (request) => {
    const { id } = request.params;
    const letter = (await refusedLetters(request.db)).find((one) => one.id === id) ?? notFound();
    const audit = { ...doneBy(request, 'order.email_dismissed'), subject: letter.orderId };
    await write(db, async (tx) => {
      if (await dismissLetter(tx, letter.id))
        await recordAudit(tx, { ...audit, detail: ticketEmailLabels[letter.kind].name });
    });
    return ok('Dismissed.');
  });
}
