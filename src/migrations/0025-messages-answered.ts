import { column, type Migration } from '#platform/server/database/index.ts';

export const migration: Migration = {
  async up(_db, { addColumns }) {
    // The answer itself is a mail, and in the mail log
    const answered = { answered_at: column.instant({ optional: true }), answered_by: column.text() };
    await addColumns('contact_message', answered);
    await addColumns('feedback', answered);
  },
};
