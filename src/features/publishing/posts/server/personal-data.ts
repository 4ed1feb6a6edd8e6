import { selectSubjectsActedOn } from '#platform/server/audit/index.ts';
import type { DbReader } from '#platform/server/database/index.ts';
import type { DataSubject, PersonalData } from '#platform/server/feature/personal-data.ts';

/**
 * Lists a person's posts, including deleted ones: those under a name that only this person has, and those that the
 * person added under their present name, according to the audit log.
 */
const listPostsBy = (db: DbReader, { id, name, names }: DataSubject) =>
  db
    .selectFrom('post_with_deleted')
    .select(['id', 'title', 'type', 'published_at', 'content', 'deleted_at'])
    .where((post) =>
      post.or([
        ...names.map((own) => post('author', '=', own)),
        post.and([post('author', '=', name), post('id', 'in', selectSubjectsActedOn(db, id, 'post.created'))]),
      ]),
    )
    .orderBy(({ eb }) => eb('deleted_at', 'is not', null))
    .orderBy('published_at')
    .orderBy('id')
    .execute();

/** A person's posts. They belong to the society, so erasure only replaces the person's name. */
export const postPersonalData: PersonalData = {
  name: 'posts',
  tables: ['post_with_deleted'],
  about: async (db, holder) =>
    (await listPostsBy(db, holder)).map(({ id: _, deleted_at, ...post }) => ({
      ...post,
      ...(deleted_at === null ? {} : { deleted: true }),
    })),
  erase: async (tx, holder, { shownName }) => {
    for (const { id } of await listPostsBy(tx, holder)) {
      await tx.updateTable('post_with_deleted').set({ author: shownName }).where('id', '=', id).execute();
    }
    for (const own of holder.names) {
      for (const column of ['changed_by', 'deleted_by'] as const) {
        await tx
          .updateTable('post_with_deleted')
          .set({ [column]: shownName })
          .where(column, '=', own)
          .execute();
      }
    }
  },
};
