import { sql } from 'kysely';
import { column, type Migration } from '#platform/server/database/index.ts';

export const migration: Migration = {
  async up(db, { table }) {
    // One row: the number that the last order was given, which stays when that order doesn't
    await table('order_number', { id: column.id(), last: column.integer() });
    // Numbers were drawn until now: the next come after all of them
    await sql`insert into order_number (id, last) select 'order', coalesce(max(ref), 0) from ticket_order`.execute(db);
  },
};
