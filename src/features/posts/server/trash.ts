import { deleteFilesOfPost, restoreFilesOfPost } from '#features/files/server/index.ts';
import type { Reading, Writing } from '#platform/server/database/index.ts';
import type { Trash } from '#platform/server/feature/trash.ts';
import type { Instant } from '#platform/shared/dates.ts';

/** Puts a post into the trash with its files, so that both can be restored. False when it isn't here any more. */
export async function deletePost(tx: Writing, id: string, deletion: { at: Instant; by: string }): Promise<boolean> {
  const post = await tx.selectFrom('post').selectAll().where('id', '=', id).executeTakeFirst();
  if (!post) return false;
  await deleteFilesOfPost(tx, id, { ...deletion, managedWith: post.show_id });
  await tx
    .insertInto('deleted_post')
    .values({ ...post, deleted_at: deletion.at, deleted_by: deletion.by })
    .execute();
  await tx.deleteFrom('post').where('id', '=', id).execute();
  return true;
}

/** Restores a post with the files that were deleted with it. False when it wasn't deleted since then. */
export async function restorePost(tx: Writing, id: string, since: Instant): Promise<boolean> {
  const found = await tx
    .selectFrom('deleted_post')
    .selectAll()
    .where('id', '=', id)
    .where('deleted_at', '>', since)
    .executeTakeFirst();
  if (!found) return false;
  const { deleted_at: _, deleted_by: __, ...post } = found;
  await tx.deleteFrom('deleted_post').where('id', '=', id).execute();
  await tx.insertInto('post').values(post).execute();
  await restoreFilesOfPost(tx, id);
  return true;
}

/** The trash of a show's posts, or without one of the society's own, since then; last deleted first. */
export const deletedPostsOf = (db: Reading, showId: string | null, since: Instant) =>
  db
    .selectFrom('deleted_post')
    .select(['id', 'title', 'type', 'deleted_at', 'deleted_by'])
    .where('show_id', showId === null ? 'is' : '=', showId)
    .where('deleted_at', '>', since)
    .orderBy('deleted_at', 'desc')
    .orderBy('id')
    .execute();

/** A post, existing or deleted since then, with the show whose people manage it. */
export async function findManagedPost(db: Reading, id: string, since: Instant) {
  const here = await db.selectFrom('post').select(['id', 'show_id']).where('id', '=', id).executeTakeFirst();
  if (here) return here;
  return db
    .selectFrom('deleted_post')
    .select(['id', 'show_id'])
    .where('id', '=', id)
    .where('deleted_at', '>', since)
    .executeTakeFirst();
}

export const postTrash: Trash = {
  name: 'posts',
  async purge(tx, before) {
    await tx.deleteFrom('deleted_post').where('deleted_at', '<=', before).execute();
  },
};
