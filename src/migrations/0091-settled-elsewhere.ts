import { sql } from 'kysely';
import { column, type Migration } from '#platform/server/database/index.ts';

export const migration: Migration = {
  async up(db, { addColumns }) {
    await addColumns('ticket_order', {
      // Pence of cancelled tickets that another shop sold, until somebody marks them settled there
      elsewhere_pence: column.integer({ optional: true }),
    });
    // The shop that sold an imported order
    await addColumns('imported_order', { seller: column.text() });
    // Another shop took the money: none of ours was refunded
    await sql`
      update ticket_order set status = 'cancelled'
      where status = 'refunded'
        and not exists (select 1 from order_charge where order_charge.order_id = ticket_order.id)
    `.execute(db);
    // Nobody was asked to settle those that ended with their performance
    await sql`
      update ticket_order set elsewhere_pence = (
        select coalesce(sum(ticket.pence - ticket.discount), 0) from ticket
        where ticket.order_id = ticket_order.id and ticket.given_back_at is not null
      )
      where source = 'import' and exists (
        select 1 from ticket
        inner join performance on performance.id = ticket.performance_id
        where ticket.order_id = ticket_order.id and ticket.given_back_at >= performance.cancelled_at
      )
    `.execute(db);
    await db.schema
      .createIndex('ticket_order_elsewhere')
      .on('ticket_order')
      .column('created_at')
      .where(sql<boolean>`elsewhere_pence is not null`)
      .execute();
    // Orders that may still be refunded in part are found by their returned tickets
    await db.schema
      .createIndex('ticket_returned')
      .on('ticket')
      .column('order_id')
      .where(sql<boolean>`given_back_at is not null`)
      .execute();
  },
};
