import type { PersonalData } from '../personal-data.ts';

/** What was mailed to somebody: subjects, since the words may hold links that let in. */
export const mailData: PersonalData = {
  name: 'mails',
  about: (db, { email }) =>
    db
      .selectFrom('mail')
      .select(['subject', 'created_at', 'status', 'sent_at'])
      .where('to', '=', email)
      .orderBy('created_at')
      .orderBy('id')
      .execute(),
  erase: async (tx, { email }) => {
    await tx.deleteFrom('mail').where('to', '=', email).execute();
  },
};
