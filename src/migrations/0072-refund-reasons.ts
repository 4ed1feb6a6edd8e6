import { sql } from 'kysely';
import { column, type Migration } from '#platform/server/database/index.ts';

export const migration: Migration = {
  async up(db, { table, addColumns }) {
    // The reason for an entry, and its author. It is separate from the ledger, so that a reason that names somebody who
    // is erased can be deleted. A card's refund has its note before its entry, so the id refers to no row
    await table('entry_note', {
      entry_id: column.id(),
      reason: column.text(),
      user_id: column.reference('user', { optional: true, onDelete: 'set null' }),
    });
    await sql`
      insert into entry_note (entry_id, reason, user_id)
      select id, note, null from payment_intent where kind = 'refund' and note <> ''
    `.execute(db);

    // How a charge of an order was paid: the ledger counts the society's own card machine as a transfer
    const paidBy = column.oneOf(['', 'card', 'cash', 'transfer', 'cheque'], { initially: '' });
    await addColumns('order_charge', { paid_by: paidBy });
    await sql`
      update order_charge set paid_by = coalesce((
        select case
          when entry.source = 'transfer' and ticket_order.paid_by = 'card' and ticket_order.source <> 'online' then 'card'
          else entry.source end
        from entry, ticket_order
        where entry.id = order_charge.entry_id and ticket_order.id = order_charge.order_id
      ), '')
    `.execute(db);
  },
};
