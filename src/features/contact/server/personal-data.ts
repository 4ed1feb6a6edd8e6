import type { PersonalData } from '../../../platform/server/personal-data.ts';

/** What somebody wrote with the contact form from the address of their account. */
export const messageData: PersonalData = {
  name: 'messages',
  about: (db, { email }) =>
    db
      .selectFrom('contact_message')
      .select(['name', 'contact', 'subject', 'message', 'received_at'])
      .where('contact', '=', email)
      .orderBy('received_at')
      .orderBy('id')
      .execute(),
  erase: async (tx, { email }) => {
    await tx.deleteFrom('contact_message').where('contact', '=', email).execute();
  },
};
