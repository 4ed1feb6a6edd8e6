import { normaliseEmail } from '#features/society/accounts/email.ts';
import type { PersonalData } from '#platform/server/feature/personal-data.ts';

/** The time at which a person was last reminded by hand to pay. */
export const reminderPersonalData: PersonalData = {
  name: 'membership list',
  tables: ['membership_reminder'],
  about: async (db, { email }) => ({
    reminded: await db
      .selectFrom('membership_reminder')
      .select('sent_at')
      .where('email_key', '=', normaliseEmail(email))
      .execute(),
  }),
  erase: async (tx, { email }) => {
    await tx.deleteFrom('membership_reminder').where('email_key', '=', normaliseEmail(email)).execute();
  },
};
