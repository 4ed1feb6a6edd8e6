import { column, type Migration } from '#platform/server/database/index.ts';

/** The change that a confirmed waiting party has requested by joining again. */
export const migration: Migration = {
  async up(_db, { addColumns }) {
    await addColumns('waiting_party', { requested_change: column.text() });
  },
};
