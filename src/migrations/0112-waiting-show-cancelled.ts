import { column, type Migration } from '#platform/server/database/index.ts';

/** The time at which the show of a waiting party was marked as cancelled. */
export const migration: Migration = {
  async up(_db, { addColumns }) {
    await addColumns('waiting_party', { show_cancelled_at: column.instant({ optional: true }) });
  },
};
