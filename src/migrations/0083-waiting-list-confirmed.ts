import { sql } from 'kysely';
import { column, type Migration } from '#platform/server/database/index.ts';

export const migration: Migration = {
  async up(db, { addColumns }) {
    await addColumns('waiting_party', {
      // When somebody with the link from its email, or the box office, confirmed it; null while nobody has
      confirmed_at: column.instant({ optional: true }),
      // When its present or last offer was made
      offered_at: column.instant({ optional: true }),
    });
    // They joined when nobody was asked to confirm, and nothing tells who has opened their link
    await sql`update waiting_party set confirmed_at = created_at`.execute(db);
  },
};
