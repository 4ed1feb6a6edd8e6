import { sql } from 'kysely';
import { column, type Migration } from '#platform/server/database/index.ts';

export const migration: Migration = {
  async up(db, { table, addColumns }) {
    await addColumns('performance', {
      // Whether visitors buy numbered seats, or places that are seated later
      sells_seats: column.boolean(),
      // Wheelchair spaces, companion seats, restricted views and house seats, by label
      seat_marks: column.json('{}'),
    });
    // A seat can be held before its ticket is sold, so its ticket is an id that refers to no row, as a place's is
    await db.schema.alterTable('seat_assignment').renameTo('seat_assignment_before').execute();
    await table(
      'seat_assignment',
      {
        performance_id: column.reference('performance', { onDelete: 'cascade' }),
        seat: column.text(),
        ticket_id: column.text({ unique: true }),
        // Until when it is only held; null once it is sold
        held_until: column.instant({ optional: true }),
      },
      (assignment) => assignment.addPrimaryKeyConstraint('seat_assignment_key', ['performance_id', 'seat'] as never),
    );
    // The seats of tickets that came back, or are for another performance by now, were free already
    await sql`
      insert into seat_assignment (performance_id, seat, ticket_id)
      select before.performance_id, before.seat, before.ticket_id from seat_assignment_before as before
      inner join ticket on ticket.id = before.ticket_id and ticket.performance_id = before.performance_id
      where ticket.given_back_at is null
    `.execute(db);
    await db.schema.dropTable('seat_assignment_before').execute();
  },
};
