import { column, type Migration } from '#platform/server/database/index.ts';

export const migration: Migration = {
  async up(_db, { table }) {
    // The dates that somebody typed for a show, while performances have made its run longer than that
    await table('announced_run', {
      show_id: column.reference('show', { unique: true, onDelete: 'cascade' }),
      announced: column.text(),
      performed: column.text(),
    });
  },
};
