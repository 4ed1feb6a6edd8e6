import { sql } from 'kysely';
import { column, type Migration } from '#platform/server/database/index.ts';

export const migration: Migration = {
  async up(db, { table, addColumns }) {
    await addColumns('performance', {
      // When those are written to whose seats staff have moved; null while nobody is
      tell_seats_at: column.instant({ optional: true }),
    });
    // The seat that a buyer knows as theirs, "" for one who was told that it is still to come
    await table('promised_seat', {
      ticket_id: column.id(),
      performance_id: column.reference('performance', { onDelete: 'cascade' }),
      seat: column.text(),
    });
    await db.schema.createIndex('promised_seat_by_performance').on('promised_seat').column('performance_id').execute();
    // Whoever has bought a numbered seat in the shop knows it
    await sql`
      insert into promised_seat (ticket_id, performance_id, seat)
      select seat_assignment.ticket_id, seat_assignment.performance_id, seat_assignment.seat from seat_assignment
      inner join performance on performance.id = seat_assignment.performance_id and performance.sells_seats = 1
      inner join ticket on ticket.id = seat_assignment.ticket_id
      inner join ticket_order on ticket_order.id = ticket.order_id and ticket_order.source = 'online'
      where seat_assignment.held_until is null
    `.execute(db);
  },
};
