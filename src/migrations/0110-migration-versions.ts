import { column, type Migration } from '#platform/server/database/index.ts';

/** Records which version of Callboard ran a migration; "" for the migrations before this one. */
export const migration: Migration = {
  up: (_db, { addColumns }) => addColumns('migration', { version: column.text() }),
};
