import { sql } from 'kysely';
import { column, type Migration } from '#platform/server/database/index.ts';

export const migration: Migration = {
  async up(db, { addColumns }) {
    // When a dispute was lost or accepted
    await addColumns('external_refund', { lost_at: column.text({ optional: true }) });
    // Of those before, nothing tells when: they were known by then
    await sql`
      update external_refund set lost_at = coalesce(recorded_at, found_at)
      where kind = 'dispute' and state in ('LOST', 'ACCEPTED')
    `.execute(db);
  },
};
