import { deleteRows, type Reading, restoreRows, updateVersion, type Writing } from '#platform/server/database/index.ts';
import type { Trash } from '#platform/server/feature/trash.ts';
import type { Instant } from '#platform/shared/dates.ts';

/** Lists every post that isn't deleted, last changed first, without its text. */
export const listEditableBlogPosts = (db: Reading) =>
  db
    .selectFrom('blog_post')
    .select(['key', 'title', 'author', 'published_at', 'updated_at', 'changed_by'])
    .orderBy('updated_at', 'desc')
    .orderBy('key')
    .execute();

/** Finds a post in any state; undefined for a deleted one. */
export const findEditableBlogPost = (db: Reading, key: string) =>
  db
    .selectFrom('blog_post')
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

/** Changes a post. Returns its new version; undefined if somebody else changed it since that version, or it is gone. */
export function updateBlogPost(
  tx: Writing,
  { key, version, by, now, ...post }: Rewriting,
): Promise<number | undefined> {
  const update = tx
    .updateTable('blog_post_with_deleted')
    .set({ ...post, changed_by: by, updated_at: now })
    .where('key', '=', key)
    .where('deleted_at', 'is', null);
  return updateVersion(update, version);
}

/** Puts a post into the trash. Returns false if it isn't here any more. */
export async function deleteBlogPost(
  tx: Writing,
  key: string,
  { at, by }: { at: Instant; by: string },
): Promise<boolean> {
  const post = tx.updateTable('blog_post_with_deleted').set({ deleted_by: by }).where('key', '=', key);
  return (await deleteRows(post, at)) > 0;
}

/** Restores a post deleted since then. Returns false if there is none. */
export async function restoreBlogPost(tx: Writing, key: string, since: Instant): Promise<boolean> {
  const post = tx.updateTable('blog_post_with_deleted').set({ deleted_by: '' }).where('key', '=', key);
  return (await restoreRows(post, since)) > 0;
}

/** Lists the posts deleted since then, last deleted first. */
export const listDeletedBlogPosts = (db: Reading, since: Instant) =>
  db
    .selectFrom('blog_post_with_deleted')
    .select(['key', 'title', 'deleted_at', 'deleted_by'])
    .where('deleted_at', '>', since)
    .$narrowType<{ deleted_at: Instant }>()
    .orderBy('deleted_at', 'desc')
    .orderBy('key')
    .execute();

/** The columns with a post's content, and the people who handled it. */
const textFields = ['title', 'content', 'author', 'changed_by', 'deleted_by'] as const;

/** Keys of purged posts stay taken: for each an empty row stays. */
export const blogTrash: Trash = {
  name: 'blog posts',
  table: 'blog_post_with_deleted',
  async purge(tx, before) {
    await tx
      .updateTable('blog_post_with_deleted')
      .set({ title: '', content: '', author: '', changed_by: '', deleted_by: '' })
      .where('deleted_at', '<=', before)
      .where(({ eb, or }) => or(textFields.map((word) => eb(word, '<>', ''))))
      .execute();
  },
};
