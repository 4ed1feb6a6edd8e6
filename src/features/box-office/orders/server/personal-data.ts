import { selectPerformanceIdsBefore } from '#features/box-office/performances/server/index.ts';
import { deleteReasonsMentioningPerson, deleteReasonsOfCharges } from '#features/money/ledger/server/index.ts';
import { deleteRefundNotes } from '#features/money/payments/server/index.ts';
import { deleteAuditDetails } from '#platform/server/audit/index.ts';
import type { Id } from '#platform/server/crypto/ids.ts';
import type { DbReader, DbTransaction } from '#platform/server/database/index.ts';
import { buildEmailLikePattern, type PersonalData } from '#platform/server/feature/personal-data.ts';
import type { Instant } from '#platform/shared/dates/dates.ts';
import { anonymisedBuyerName } from '../order.ts';
import { noSeatingRequests } from './store/orders.ts';
import { unattributedChange } from './store/tickets.ts';

/**
 * Selects the ids of the orders that were created before the given time, and whose performances have all begun before
 * that time, for use in another query.
 */
export const selectPastOrderIds = (db: DbReader, before: Instant) =>
  db
    .selectFrom('ticket_order')
    .select('ticket_order.id')
    .where('created_at', '<', before)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('ticket')
            .select('ticket.id')
            .whereRef('ticket.order_id', '=', 'ticket_order.id')
            .where('ticket.performance_id', 'not in', selectPerformanceIdsBefore(db, before)),
        ),
      ),
    );

const updatePastOrders = (tx: DbTransaction, before: Instant) =>
  tx.updateTable('ticket_order').where('id', 'in', selectPastOrderIds(tx, before));

/** The number of months after a performance for which access needs, seating wishes and notes are stored. */
export const needsAndNotesRetentionMonths = 1;

/**
 * Deletes the access needs, seating requests and notes of past orders. They may reveal health data, and are no longer
 * needed.
 */
export async function deleteNeedsWishesAndNotes(tx: DbTransaction, before: Instant): Promise<void> {
  await updatePastOrders(tx, before)
    .set({ note: '', needs: '', ...noSeatingRequests, ...unattributedChange })
    .where(({ or, eb }) =>
      or((['note', 'needs', 'seat_wishes', 'next_to', 'ignored_suggestions'] as const).map((of) => eb(of, '<>', ''))),
    )
    .execute();
}

/** The erased personal data of an order, apart from the name. Reasons may concern the buyer without naming them. */
const erasedFields = { email: '', phone: '', note: '', needs: '', reason: '', cancel_reason: '', ...noSeatingRequests };

/** Erases the buyers of past orders. The sales and their money remain. */
export async function anonymiseBuyers(tx: DbTransaction, before: Instant): Promise<void> {
  await updatePastOrders(tx, before)
    .set({ name: anonymisedBuyerName, ...erasedFields, ...unattributedChange })
    .where(({ or, eb }) =>
      or([
        eb('name', '<>', anonymisedBuyerName),
        ...(['email', 'phone', 'reason', 'cancel_reason'] as const).map((of) => eb(of, '<>', '')),
      ]),
    )
    .execute();
}

/** Finds the ids of the orders with this email address, regardless of its case. */
export const findOrderIdsByEmail = async (db: DbReader, email: string): Promise<Id[]> =>
  (await findOrdersByEmail(db, email)).map(({ id }) => id);

async function findOrdersByEmail(db: DbReader, email: string) {
  const orders = await db
    .selectFrom('ticket_order')
    .select([
      'id',
      'ref',
      'name',
      'email',
      'phone',
      'note',
      'needs',
      'seat_wishes',
      'next_to',
      'status',
      'created_at',
      'reason',
      'cancel_reason',
    ])
    .where('email', '<>', '')
    .where(({ fn }) => fn<string>('lower', ['email']), 'like', buildEmailLikePattern(email))
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  return orders.filter((order) => order.email.toLowerCase() === email.toLowerCase());
}

/**
 * Orders that a person made with their account's email address. After erasure the orders remain, without personal data.
 */
export const orderPersonalData: PersonalData = {
  name: 'tickets',
  tables: ['ticket_order', 'ticket', 'order_charge'],
  about: async (db, { email }) => (await findOrdersByEmail(db, email)).map(({ id: _, ...order }) => order),
  erase: async (tx, { email }, { shownName }) => {
    const orders = await findOrdersByEmail(tx, email);
    const ids = orders.map(({ id }) => id);
    if (ids.length === 0) return;
    const charges = await tx.selectFrom('order_charge').select('entry_id').where('order_id', 'in', ids).execute();
    const chargeIds = charges.map(({ entry_id }) => entry_id);
    // Staff's notes about an order may concern its buyer without naming the buyer
    await deleteReasonsOfCharges(tx, chargeIds);
    await deleteRefundNotes(tx, chargeIds);
    await deleteAuditDetails(tx, ids);
    for (const { id, name } of orders) {
      await deleteReasonsMentioningPerson(tx, { email, names: [name] });
      // A form that was opened before must not save the erased details again
      await tx
        .updateTable('ticket_order')
        .set({ name: shownName, ...erasedFields, ...unattributedChange })
        .where('id', '=', id)
        .execute();
    }
  },
};
