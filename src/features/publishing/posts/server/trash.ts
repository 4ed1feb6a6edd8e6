import { deletePostFiles, restorePostFiles } from '#features/publishing/files/server/index.ts';
import { type DbReader, type DbTransaction, restoreRows, softDeleteRows } from '#platform/server/database/index.ts';
import type { Trash } from '#platform/server/feature/deletion.ts';
import type { Instant } from '#platform/shared/dates/dates.ts';

/** Moves a post and its files to the trash. Returns its title; undefined if it doesn't exist or is there already. */
export async function deletePost(
  tx: DbTransaction,
  id: string,
  { at, by }: { at: Instant; by: string },
): Promise<string | undefined> {
  const post = await tx.selectFrom('post').select(['show_id', 'title']).where('id', '=', id).executeTakeFirst();
  if (!post) return undefined;
  await deletePostFiles(tx, id, { at, by, managedWith: post.show_id });
  await softDeleteRows(tx.updateTable('post_with_deleted').set({ deleted_by: by }).where('id', '=', id), at);
  return post.title;
}

/**
 * Restores a post with the files that were deleted with it. Returns its title; undefined if it isn't deleted, or was
 * deleted before `since`.
 */
export async function restorePost(tx: DbTransaction, id: string, since: Instant): Promise<string | undefined> {
  const post = tx.updateTable('post_with_deleted').set({ deleted_by: '' }).where('id', '=', id);
  if ((await restoreRows(post, since)) === 0) return undefined;
  await restorePostFiles(tx, id, since);
  return (await tx.selectFrom('post').select('title').where('id', '=', id).executeTakeFirst())?.title;
}

/**
 * Lists the deleted posts of a show (or, without a show, the society's own), most recently deleted first. Posts deleted
 * before `since` are left out.
 */
export const listDeletedPosts = (db: DbReader, showId: string | null, since: Instant) =>
  db
    .selectFrom('post_with_deleted')
    .select(['id', 'title', 'type', 'deleted_at', 'deleted_by'])
    .where('show_id', showId === null ? 'is' : '=', showId)
    .where('deleted_at', '>', since)
    .$narrowType<{ deleted_at: Instant }>()
    .orderBy('deleted_at', 'desc')
    .orderBy('id')
    .execute();

/** Finds a post with the show whose managers manage it. A post deleted before `since` isn't found. */
export const findManagedPost = (db: DbReader, id: string, since: Instant) =>
  db
    .selectFrom('post_with_deleted')
    .select(['id', 'show_id'])
    .where('id', '=', id)
    .where(({ eb, or }) => or([eb('deleted_at', 'is', null), eb('deleted_at', '>', since)]))
    .executeTakeFirst();

export const postTrash: Trash = { name: 'posts', table: 'post_with_deleted' };
