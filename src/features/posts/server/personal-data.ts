import type { PersonalData } from '../../../platform/server/personal-data.ts';

/** What somebody wrote for the society, found by the name that stands under it. Posts are the society's, and stay. */
export const postData: PersonalData = {
  name: 'posts',
  about: (db, { name }) =>
    db
      .selectFrom('post')
      .select(['title', 'type', 'published_at', 'content'])
      .where('author', '=', name)
      .orderBy('published_at')
      .orderBy('id')
      .execute(),
  erase: async (tx, { name }, { shownName }) => {
    await tx.updateTable('post').set({ author: shownName }).where('author', '=', name).execute();
  },
};
