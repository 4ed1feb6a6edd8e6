import { column, type Migration } from '#platform/server/database/index.ts';

export const migration: Migration = {
  async up(db, { table }) {
    await table('setting', { name: column.id(), value: column.text() });
    await table('revision', { name: column.id(), value: column.integer() });
    await db.insertInto('revision').values({ name: 'public', value: 1 }).execute();
  },
};
