import type { Migration } from '#platform/server/database/index.ts';

export const migration: Migration = {
  async up(db) {
    // Whoever puts tickets into a basket is asked how many their network holds: in a rush that read all baskets of ten minutes
    await db.schema.createIndex('basket_by_network').on('basket').columns(['network', 'held_until']).execute();
  },
};
