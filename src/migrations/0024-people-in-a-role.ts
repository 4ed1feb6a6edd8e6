import { column, type Migration } from '#platform/server/database/index.ts';

export const migration: Migration = {
  async up(_db, { addColumns }) {
    // Where somebody stands among those who share a role. Those who came before stand together, by name.
    await addColumns('credit', { place: column.integer({ initially: 0 }) });
  },
};
