import { column, type Migration } from '#platform/server/database/index.ts';

export const migration: Migration = {
  async up(_db, { addColumns }) {
    // How many of the party use a wheelchair, as asked with the tickets
    await addColumns('basket', { wheelchairs: column.integer({ initially: 0 }) });
  },
};
