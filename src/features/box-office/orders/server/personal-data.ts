import { forgetDetails } from '#platform/server/audit/index.ts';
import type { Id } from '#platform/server/crypto/ids.ts';
import type { DbReader } from '#platform/server/database/index.ts';
import { type PersonalData, toLikePattern } from '#platform/server/feature/personal-data.ts';
import { noWishes } from './store/update-orders.ts';
import { deleteReasonsNaming, deleteRefundReasons } from '#features/money/ledger/server/index.ts';
import { deleteRefundNotes } from '#features/money/payments/server/index.ts';

/** Returns the ids of the orders that were made with an address. */
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
      'cancel_reason',
    ])
    .where('email', '<>', '')
    .where(({ fn }) => fn<string>('lower', ['email']), 'like', toLikePattern(email))
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  return orders.filter((order) => order.email.toLowerCase() === email.toLowerCase());
}

/** Tickets that a person ordered with the address of their account. The orders stay, without their data. */
export const orderData: PersonalData = {
  name: 'tickets',
  tables: ['ticket_order', 'ticket', 'order_charge'],
  about: async (db, { email }) => (await findOrdersByEmail(db, email)).map(({ id: _, ...order }) => order),
  erase: async (tx, { email }, { shownName }) => {
    const orders = await findOrdersByEmail(tx, email);
    const ids = orders.map(({ id }) => id);
    if (ids.length === 0) return;
    const charges = await tx.selectFrom('order_charge').select('entry_id').where('order_id', 'in', ids).execute();
    const chargeIds = charges.map(({ entry_id }) => entry_id);
    // Staff notes about an order concern the buyer, even if they don't name them
    await deleteRefundReasons(tx, chargeIds);
    await deleteRefundNotes(tx, chargeIds);
    await forgetDetails(tx, ids);
    for (const { id, name } of orders) {
      await deleteReasonsNaming(tx, { email, names: [name] });
      const nobody = { name: shownName, email: '', phone: '', note: '', needs: '', cancel_reason: '', ...noWishes };
      await tx.updateTable('ticket_order').set(nobody).where('id', '=', id).execute();
    }
  },
};
