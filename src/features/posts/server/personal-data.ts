import { subjectsOf } from '#platform/server/audit/index.ts';
import type { Reading } from '#platform/server/database/index.ts';
import type { Holder, PersonalData } from '#platform/server/feature/personal-data.ts';

/** Posts, deleted or not, under a name that is theirs alone, or that the audit log says they wrote. */
const postsBy = (db: Reading, table: 'post' | 'deleted_post', { id, name, names }: Holder) =>
  db
    .selectFrom(table)
    .select(['id', 'title', 'type', 'published_at', 'content'])
    .where((post) =>
      post.or([
        ...names.map((own) => post('author', '=', own)),
        post.and([post('author', '=', name), post('id', 'in', subjectsOf(db, id, 'wrote a post'))]),
      ]),
    )
    .orderBy('published_at')
    .orderBy('id');

/** What somebody wrote for the society. Posts belong to the society, and stay. */
export const postData: PersonalData = {
  name: 'posts',
  tables: ['post', 'deleted_post'],
  about: async (db, holder) => {
    const [here, deleted] = [
      await postsBy(db, 'post', holder).execute(),
      await postsBy(db, 'deleted_post', holder).execute(),
    ];
    return [...here, ...deleted.map((post) => ({ ...post, deleted: true }))].map(({ id: _, ...post }) => post);
  },
  erase: async (tx, holder, { shownName }) => {
    for (const table of ['post', 'deleted_post'] as const) {
      for (const { id } of await postsBy(tx, table, holder).execute()) {
        await tx.updateTable(table).set({ author: shownName }).where('id', '=', id).execute();
      }
      for (const own of holder.names) {
        await tx.updateTable(table).set({ changed_by: shownName }).where('changed_by', '=', own).execute();
      }
    }
    for (const own of holder.names) {
      await tx.updateTable('deleted_post').set({ deleted_by: shownName }).where('deleted_by', '=', own).execute();
    }
  },
};
