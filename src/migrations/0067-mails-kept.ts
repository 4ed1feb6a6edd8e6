import { column, type Migration } from '#platform/server/database/index.ts';

export const migration: Migration = {
  async up(_db, { addColumns }) {
    // Whether a mail was kept instead of being sent, since no mail server was set. What left before is taken for sent
    await addColumns('mail', { kept: column.boolean() });
  },
};
