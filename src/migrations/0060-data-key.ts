import { column, type Migration } from '#platform/server/database/index.ts';

export const migration: Migration = {
  async up(_db, { table }) {
    await table('data_key', { name: column.id(), sealed: column.text() });
  },
};
