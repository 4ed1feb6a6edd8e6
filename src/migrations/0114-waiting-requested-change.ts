import { column, type Migration } from '#platform/server/database/index.ts';

/** The change for which a confirmed waiting party has joined again. */
export const migration: Migration = {
  async up(_db, { addColumns }) {
    await addColumns('waiting_party', { requested_change: column.text() });
  },
};
