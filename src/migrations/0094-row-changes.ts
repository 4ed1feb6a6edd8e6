import { sql } from 'kysely';
import type { Migration } from '#platform/server/database/index.ts';

/** Lists of the archive are read whole after a change: the rows that changed are no longer recorded. */
export const migration: Migration = {
  async up(db, { engine }) {
    for (const table of ['show', 'person', 'credit']) {
      if (engine === 'postgres') {
        await sql`drop function ${sql.ref(`${table}_followed`)}() cascade`.execute(db);
        continue;
      }
      for (const change of ['insert', 'update', 'delete']) {
        await sql`drop trigger ${sql.ref(`${table}_${change}_followed`)}`.execute(db);
      }
    }
    await db.schema.dropTable('row_change').execute();
    await db.deleteFrom('revision').where('name', '=', 'table row_change').execute();
  },
};
