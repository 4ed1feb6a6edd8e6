import { sql } from 'kysely';
import { column, type Migration } from '#platform/server/database/index.ts';
import { fold } from '#platform/shared/text/text.ts';

export const migration: Migration = {
  async up(db, { addColumns }) {
    // Its type by id, so that a renamed type keeps counting; "" for a type that was removed since
    await addColumns('ticket', {
      type_id: column.text(),
      // The rule behind the discount, applied again when the price changes; one of the two is 0
      percent: column.integer({ initially: 0 }),
      off_pence: column.integer({ initially: 0 }),
      // Given free: it stays free, whatever it becomes
      complimentary: column.boolean(),
    });
    await addColumns('held_ticket', {
      type_id: column.text(),
      percent: column.integer({ initially: 0 }),
      off_pence: column.integer({ initially: 0 }),
    });
    await addColumns('promo_code', {
      // How many tickets it is good for
      most_tickets: column.integer({ optional: true }),
    });
    // A changed ticket's state before, so that the change can be undone to the penny
    await addColumns('booking_mod_ticket', {
      from_type_id: column.text(),
      from_pence: column.integer({ optional: true }),
      from_discount: column.integer({ initially: 0 }),
    });

    const types = await sql<{ id: string; performance_id: string; name_key: string }>`
      select id, performance_id, name_key from ticket_type
    `.execute(db);
    const idOf = new Map(types.rows.map((type) => [JSON.stringify([type.performance_id, type.name_key]), type.id]));
    for (const table of ['ticket', 'held_ticket']) {
      const sold = await sql<{ performance_id: string; type: string }>`
        select distinct performance_id, type from ${sql.table(table)}
      `.execute(db);
      for (const { performance_id, type } of sold.rows) {
        const id = idOf.get(JSON.stringify([performance_id, fold(type)]));
        if (id === undefined) continue;
        await sql`
          update ${sql.table(table)} set type_id = ${id} where performance_id = ${performance_id} and type = ${type}
        `.execute(db);
      }
    }
    // Until now the code's percentage was stored only as its first result in pence
    await sql`
      update ticket set percent = (
        select promo_code.percent from ticket_order
        inner join promo_code on promo_code.show_id = ticket_order.show_id and promo_code.code = ticket_order.promo
        where ticket_order.id = ticket.order_id
      )
      where discount > 0 and exists (
        select 1 from ticket_order
        inner join promo_code on promo_code.show_id = ticket_order.show_id and promo_code.code = ticket_order.promo
        where ticket_order.id = ticket.order_id and promo_code.percent > 0
      )
    `.execute(db);
    await sql`update ticket set off_pence = discount where percent = 0`.execute(db);
    // Tickets that were added to an order for nothing
    await sql`
      update ticket set complimentary = 1 where pence = 0 and id in (
        select booking_mod_ticket.ticket_id from booking_mod_ticket
        inner join booking_mod on booking_mod.id = booking_mod_ticket.mod_id
        where booking_mod.kind = 'add'
      )
    `.execute(db);
  },
};
