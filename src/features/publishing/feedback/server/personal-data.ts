import type { PersonalData } from '#platform/server/feature/personal-data.ts';
import { deleteCopies } from '#platform/server/mail/index.ts';

/** A person's feedback on the site. It stays without their name. */
export const feedbackPersonalData: PersonalData = {
  name: 'feedback',
  tables: ['feedback_with_deleted'],
  about: (db, { id }) =>
    db
      .selectFrom('feedback_with_deleted')
      .select(['about', 'message', 'name', 'email', 'device', 'state', 'received_at'])
      .where('user_id', '=', id)
      .orderBy('received_at')
      .orderBy('id')
      .execute(),
  erase: async (tx, { id }) => {
    const own = await tx.selectFrom('feedback_with_deleted').select('id').where('user_id', '=', id).execute();
    // Emails contain the text with the name; the feedback stays without it
    for (const feedback of own) {
      for (const kind of ['feedback', 'answer']) await deleteCopies(tx, kind, feedback.id);
    }
    await tx
      .updateTable('feedback_with_deleted')
      .set({ name: '', email: '', device: '' })
      .where('user_id', '=', id)
      .execute();
  },
};
