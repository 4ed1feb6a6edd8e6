import { column, type Migration } from '#platform/server/database/index.ts';

export const migration: Migration = {
  async up(_db, { addColumns }) {
    // Kept until it is past its time, so that withdrawing can be undone and the link that was sent works again
    await addColumns('invitation', { withdrawn_at: column.instant({ optional: true }) });
  },
};
