import { selectPerformancesBefore } from '#features/box-office/performances/server/index.ts';
import { type DbTransaction, nextVersion } from '#platform/server/database/index.ts';
import type { Instant } from '#platform/shared/dates/dates.ts';
import { anonymisedBuyerName } from '../order.ts';
import { noWishes } from './store/update-orders.ts';

/** Orders whose performances all began before that moment; orders without any count by their own time. */
const updatePastOrders = (tx: DbTransaction, before: Instant) =>
  tx
    .updateTable('ticket_order')
    .where('created_at', '<', before)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('ticket')
            .select('ticket.id')
            .whereRef('ticket.order_id', '=', 'ticket_order.id')
            .where('ticket.performance_id', 'not in', selectPerformancesBefore(tx, before)),
        ),
      ),
    );

/** The number of months after a performance for which visitors' access needs are stored. */
export const needsRetentionMonths = 1;

/**
 * Deletes visitors' access needs, seating wishes and notes, which may reveal health data, once nobody prepares for them
 * any more.
 */
export async function deleteAccessNeeds(tx: DbTransaction, before: Instant): Promise<void> {
  await updatePastOrders(tx, before)
    .set({ note: '', needs: '', ...noWishes, version: nextVersion })
    .where(({ or, eb }) =>
      or((['note', 'needs', 'seat_wishes', 'next_to', 'ignored_suggestions'] as const).map((of) => eb(of, '<>', ''))),
    )
    .execute();
}

const anonymousBuyer = { name: anonymisedBuyerName, email: '', phone: '', note: '', needs: '', cancel_reason: '' };

/** Erases the buyers of tickets. The sales and their money stay: the ledger has never had the name. */
export async function anonymiseBuyers(tx: DbTransaction, before: Instant): Promise<void> {
  await updatePastOrders(tx, before)
    .set({ ...anonymousBuyer, ...noWishes, version: nextVersion })
    .where(({ or, eb }) => or([eb('name', '<>', anonymisedBuyerName), eb('email', '<>', ''), eb('phone', '<>', '')]))
    .execute();
}
