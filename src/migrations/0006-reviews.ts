import { column, type Migration } from '#platform/server/database/index.ts';

export const migration: Migration = {
  async up(_db, { table }) {
    await table('review', {
      url: column.id(),
      html: column.text(),
      fetched_at: column.instant(),
      practice: column.boolean(),
    });
  },
};
