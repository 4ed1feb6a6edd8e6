import { column, type Migration } from '#platform/server/database/index.ts';

export const migration: Migration = {
  async up(_db, { addColumns }) {
    // How often the box office has replaced an order's link and the codes of its tickets
    await addColumns('ticket_order', { reissued: column.integer({ initially: 0 }) });
  },
};
