import { selectSubjectsActedOn } from '#platform/server/audit/index.ts';
import type { DbReader } from '#platform/server/database/index.ts';
import type { DataSubject, PersonalData } from '#platform/server/feature/personal-data.ts';

/**
 * Selects a person's posts, including deleted ones: those under a name that only this person has, and those that the
 * person added under their present name, according to the audit log.
 */
const listBlogPostsBy = (db: DbReader, { id, name, names }: DataSubject) =>
  db
    .selectFrom('blog_post_with_deleted')
    .select(['key', 'title', 'published_at', 'content', 'deleted_at'])
    .where((post) =>
      post.or([
        ...names.map((own) => post('author', '=', own)),
        post.and([post('author', '=', name), post('key', 'in', selectSubjectsActedOn(db, id, 'blog_post.created'))]),
      ]),
    )
    .orderBy(({ eb }) => eb('deleted_at', 'is not', null))
    .orderBy('published_at')
    .orderBy('key')
    .execute();

/** A person's blog posts. They belong to the society, so erasure only replaces the person's name. */
export const blogPersonalData: PersonalData = {
  name: 'blog_posts',
  tables: ['blog_post_with_deleted'],
  about: async (db, holder) =>
    (await listBlogPostsBy(db, holder)).map(({ title, published_at, content, deleted_at }) => ({
      title,
      published_at: published_at ?? '',
      content,
      ...(deleted_at === null ? {} : { deleted: true }),
    })),
  erase: async (tx, holder, { shownName }) => {
    for (const { key } of await listBlogPostsBy(tx, holder)) {
      await tx.updateTable('blog_post_with_deleted').set({ author: shownName }).where('key', '=', key).execute();
    }
    for (const own of holder.names) {
      for (const column of ['changed_by', 'deleted_by'] as const) {
        await tx
          .updateTable('blog_post_with_deleted')
          .set({ [column]: shownName })
          .where(column, '=', own)
          .execute();
      }
    }
  },
};
