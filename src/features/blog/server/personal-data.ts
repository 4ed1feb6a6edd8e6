import type { PersonalData } from '../../../platform/server/personal-data.ts';

/** What somebody wrote on the blog, found by the name that stands under it. It is the society's, and stays. */
export const blogData: PersonalData = {
  name: 'blog_posts',
  about: (db, { name }) =>
    db
      .selectFrom('blog_post')
      .select(['title', 'published_at', 'content'])
      .where('author', '=', name)
      .orderBy('published_at')
      .orderBy('title')
      .execute(),
  erase: async (tx, { name }, { shownName }) => {
    await tx.updateTable('blog_post').set({ author: shownName }).where('author', '=', name).execute();
  },
};
