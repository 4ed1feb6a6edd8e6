import { column, type Migration } from '#platform/server/database/index.ts';

export const migration: Migration = {
  async up(_db, { addColumns }) {
    await addColumns('performance', {
      // From when and until when visitors may book; null from when it is added, and until it begins
      on_sale_from: column.instant({ optional: true }),
      on_sale_until: column.instant({ optional: true }),
    });
  },
};
