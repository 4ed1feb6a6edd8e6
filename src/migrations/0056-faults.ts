import { column, type Migration } from '#platform/server/database/index.ts';

export const migration: Migration = {
  async up(_db, { table }) {
    await table('fault', {
      id: column.id(),
      type: column.text(),
      code: column.text(),
      place: column.text(),
      happened_in: column.text(),
      times: column.integer(),
      first_at: column.instant(),
      last_at: column.instant(),
      request_id: column.text(),
      version: column.text(),
    });
  },
};
