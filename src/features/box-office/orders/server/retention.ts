import { performedBefore } from '#features/box-office/performances/server/index.ts';
import { nextVersion, type Writing } from '#platform/server/database/index.ts';
import type { Instant } from '#platform/shared/dates.ts';
import { anonymisedBuyerName } from '../order.ts';
import { noWishes } from './store.ts';

/** Orders all of whose performances began before that moment; of orders without any, those made before it. */
const over = (tx: Writing, before: Instant) =>
  tx
    .updateTable('ticket_order')
    .where('created_at', '<', before)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('ticket')
            .select('ticket.id')
            .whereRef('ticket.order_id', '=', 'ticket_order.id')
            .where('ticket.performance_id', 'not in', performedBefore(tx, before)),
        ),
      ),
    );

/** How many months after a performance the needs of its visitors are stored. */
export const needsRetentionMonths = 1;

/**
 * Deletes what visitors need, where they wish to sit and their notes, which may tell of their health, once nobody prepares for them any more.
 */
export async function deleteAccessNeeds(tx: Writing, before: Instant): Promise<void> {
  await over(tx, before)
    .set({ note: '', needs: '', ...noWishes, version: nextVersion })
    .where(({ or, eb }) =>
      or((['note', 'needs', 'seat_wishes', 'next_to', 'ignored_suggestions'] as const).map((of) => eb(of, '<>', ''))),
    )
    .execute();
}

const nobody = { name: anonymisedBuyerName, email: '', phone: '', note: '', needs: '', cancel_reason: '' };

/** Forgets who ordered tickets. The sales stay, and so does their money: the books have never had the name. */
export async function anonymiseBuyers(tx: Writing, before: Instant): Promise<void> {
  await over(tx, before)
    .set({ ...nobody, ...noWishes, version: nextVersion })
    .where(({ or, eb }) => or([eb('name', '<>', anonymisedBuyerName), eb('email', '<>', ''), eb('phone', '<>', '')]))
    .execute();
}
