import { column, type Migration } from '#platform/server/database/index.ts';

export const migration: Migration = {
  async up(_db, { addColumns }) {
    await addColumns('blog_post', {
      // Moves with each change, so that a save which started from an older one is known
      version: column.integer({ initially: 1 }),
      changed_by: column.text(),
      // The row stays, so that its key never comes to mean another post
      deleted_at: column.instant({ optional: true }),
      deleted_by: column.text(),
    });
  },
};
