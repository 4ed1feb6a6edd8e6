import { column, type Migration } from '#platform/server/database/index.ts';

export const migration: Migration = {
  async up(_db, { addColumns }) {
    // True if the basket held tickets of a performance with few places left: only such a basket counts as lapsed
    await addColumns('basket', { scarce: column.boolean() });
  },
};
