import { column, type Migration } from '#platform/server/database/index.ts';

export const migration: Migration = {
  async up(_db, { addColumns }) {
    // Which of the posters that a show's title could have it has: whoever looks after it may try others
    await addColumns('show', { poster_number: column.integer({ initially: 0 }) });
  },
};
