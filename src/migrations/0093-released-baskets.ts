import { column, type Migration } from '#platform/server/database/index.ts';

export const migration: Migration = {
  async up(_db, { addColumns }) {
    // When the box office released tickets of the basket, until its visitor chooses again
    await addColumns('basket', { released_at: column.instant({ optional: true }) });
  },
};
