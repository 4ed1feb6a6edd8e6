import { column, type Migration } from '#platform/server/database/index.ts';

export const migration: Migration = {
  async up(_db, { addColumns }) {
    // From when a link to a new password may be mailed, after an admin has changed the account's address
    await addColumns('user', { reset_links_from: column.text() });
  },
};
