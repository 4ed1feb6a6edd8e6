import { forgetReasonsNaming } from '#features/books/server/index.ts';
import type { Reading } from '#platform/server/database/index.ts';
import { likeAddress, type PersonalData } from '#platform/server/feature/personal-data.ts';
import { noWishes } from './store.ts';

async function ordersBy(db: Reading, email: string) {
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
    .where(({ fn }) => fn<string>('lower', ['email']), 'like', likeAddress(email))
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  return orders.filter((order) => order.email.toLowerCase() === email.toLowerCase());
}

/** Tickets that somebody ordered with the address of their account. The orders stay, without them. */
export const orderData: PersonalData = {
  name: 'tickets',
  tables: ['ticket_order', 'ticket', 'order_charge'],
  about: async (db, { email }) => (await ordersBy(db, email)).map(({ id: _, ...order }) => order),
  erase: async (tx, { email }, { shownName }) => {
    for (const { id, name } of await ordersBy(tx, email)) {
      await forgetReasonsNaming(tx, { email, names: [name] });
      const nobody = { name: shownName, email: '', phone: '', note: '', needs: '', cancel_reason: '', ...noWishes };
      await tx.updateTable('ticket_order').set(nobody).where('id', '=', id).execute();
    }
  },
};
