import { sql } from 'kysely';
import { column, type Migration } from '#platform/server/database/index.ts';

export const migration: Migration = {
  async up(db, { addColumns }) {
    // The plan_version that somebody's save made: what moved it since are seats that were sold or given back
    await addColumns('performance', { plan_saved: column.integer({ initially: 1 }) });
    await sql`update performance set plan_saved = plan_version`.execute(db);
  },
};
