import { type Reading, updateVersion, type Writing } from '#platform/server/database/index.ts';
import type { Trash } from '#platform/server/feature/trash.ts';
import type { Instant } from '#platform/shared/dates.ts';

const here = (db: Reading) => db.selectFrom('blog_post').where('deleted_at', 'is', null);

/** Every post that isn't deleted, last changed first, without its text. */
export const writtenBlogPosts = (db: Reading) =>
  here(db)
    .select(['key', 'title', 'author', 'published_at', 'updated_at', 'changed_by'])
    .orderBy('updated_at', 'desc')
    .orderBy('key')
    .execute();

/** A post as it is, published or not; undefined for a deleted one. */
export const writtenBlogPost = (db: Reading, key: string) =>
  here(db)
    .select(['key', 'title', 'content', 'author', 'published_at', 'version', 'changed_by'])
    .where('key', '=', key)
    .executeTakeFirst();

interface Rewriting {
  key: string;
  /** The version that was read before writing. */
  version: number;
  title: string;
  content: string;
  author: string;
  published_at: Instant | null;
  by: string;
  now: Instant;
}

/** Changes a post. False when somebody else did so since that version was read, or it is gone. */
export function rewriteBlogPost(tx: Writing, { key, version, by, now, ...post }: Rewriting): Promise<boolean> {
  const update = tx
    .updateTable('blog_post')
    .set({ ...post, changed_by: by, updated_at: now })
    .where('key', '=', key)
    .where('deleted_at', 'is', null);
  return updateVersion(update, version);
}

/** Puts a post into the trash. False when it isn't here any more. */
export async function deleteBlogPost(
  tx: Writing,
  key: string,
  { at, by }: { at: Instant; by: string },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('blog_post')
    .set({ deleted_at: at, deleted_by: by })
    .where('key', '=', key)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Restores a post deleted since then. False when there is none. */
export async function restoreBlogPost(tx: Writing, key: string, since: Instant): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('blog_post')
    .set({ deleted_at: null, deleted_by: '' })
    .where('key', '=', key)
    .where('deleted_at', '>', since)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** What was deleted since then, last deleted first. */
export const deletedBlogPosts = (db: Reading, since: Instant) =>
  db
    .selectFrom('blog_post')
    .select(['key', 'title', 'deleted_by'])
    .select(({ fn }) => fn.coalesce('deleted_at', 'updated_at').as('deleted_at'))
    .where('deleted_at', '>', since)
    .orderBy('deleted_at', 'desc')
    .orderBy('key')
    .execute();

/** All that says what a post was, or who dealt with it. */
const words = ['title', 'content', 'author', 'changed_by', 'deleted_by'] as const;

/** Keys of purged posts stay taken: a row that is empty stands for each. */
export const blogTrash: Trash = {
  name: 'blog posts',
  async purge(tx, before) {
    await tx
      .updateTable('blog_post')
      .set({ title: '', content: '', author: '', changed_by: '', deleted_by: '' })
      .where('deleted_at', '<=', before)
      .where(({ eb, or }) => or(words.map((word) => eb(word, '<>', ''))))
      .execute();
  },
};
