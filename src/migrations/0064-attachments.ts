import { column, type Migration } from '#platform/server/database/index.ts';

export const migration: Migration = {
  async up(_db, { addColumns }) {
    // What makes a mail's attachments, and of what
    await addColumns('mail', { attached_kind: column.text(), attached_id: column.text() });
  },
};
