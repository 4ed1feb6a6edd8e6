import { emailKey } from '#features/accounts/email.ts';
import type { PersonalData } from '#platform/server/feature/personal-data.ts';
import { paperMembersAt } from './store.ts';

/** What a paper list said about somebody, and when they were last asked to pay. */
export const membershipData: PersonalData = {
  name: 'membership list',
  tables: ['paper_member', 'membership_reminder'],
  about: async (db, { email }) => ({
    on_paper: (await paperMembersAt(db, emailKey(email))).map(({ id: _, ...row }) => row),
    reminded: await db
      .selectFrom('membership_reminder')
      .select('sent_at')
      .where('email_key', '=', emailKey(email))
      .execute(),
  }),
  erase: async (tx, { email }) => {
    await tx.deleteFrom('paper_member').where('email_key', '=', emailKey(email)).execute();
    await tx.deleteFrom('membership_reminder').where('email_key', '=', emailKey(email)).execute();
  },
};
