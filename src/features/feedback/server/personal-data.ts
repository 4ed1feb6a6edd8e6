import type { PersonalData } from '#platform/server/feature/personal-data.ts';

/** What somebody wrote about the site. It stays without them. */
export const feedbackData: PersonalData = {
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
    await tx
      .updateTable('feedback_with_deleted')
      .set({ name: '', email: '', device: '' })
      .where('user_id', '=', id)
      .execute();
  },
};
