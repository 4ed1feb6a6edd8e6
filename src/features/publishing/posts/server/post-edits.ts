import { isArchivedSql, showsView } from '#features/archive/shows/server/index.ts';
import { deletePostFiles, restorePostFiles } from '#features/publishing/files/server/index.ts';
import {
  type DbReader,
  type DbTransaction,
  restoreRows,
  softDeleteRows,
  updateVersionedRow,
} from '#platform/server/database/index.ts';
import type { TrashKind } from '#platform/server/feature/deletion.ts';
import type { Instant } from '#platform/shared/dates/dates.ts';
import type { PostType } from '../post.ts';
import { isPublishedSql } from './store.ts';

interface PostUpdate {
  id: string;
  /** The version that the change is based on. */
  version: number;
  type: PostType;
  title: string;
  content: string;
  published_at: Instant;
  by: string;
  now: Instant;
  tell: boolean;
}

/** Updates a post. Returns its new version; undefined if it has been changed since `version` or deleted. */
export function updatePost(
  tx: DbTransaction,
  { id, version, type, title, content, published_at, by, now, tell }: PostUpdate,
): Promise<number | undefined> {
  const update = tx
    .updateTable('post_with_deleted')
    .set(({ eb }) => ({
      type,
      title,
      content,
      published_at,
      changed_by: by,
      updated_at: now,
      // Members are emailed only once, because emails can't be withdrawn
      telling: eb
        .case()
        .when('telling', '=', 'done')
        .then('done' as const)
        .else(tell ? ('waiting' as const) : ('no' as const))
        .end(),
    }))
    .where('id', '=', id)
    .where('deleted_at', 'is', null);
  return updateVersionedRow(update, version);
}

/**
 * Lists a show's posts for their writers, including unpublished ones, newest first. Without a show, lists the society's
 * own posts.
 */
export const listEditablePosts = (db: DbReader, showId: string | null) =>
  db
    .selectFrom('post')
    .select(['id', 'type', 'title', 'content', 'published_at', 'author', 'changed_by', 'version', 'telling'])
    .where('show_id', showId === null ? 'is' : '=', showId)
    .orderBy('published_at', 'desc')
    .orderBy('id')
    .execute();

/** Finds the current version of a post, to show to a writer who changed an older version. */
export const findEditablePost = (db: DbReader, id: string) =>
  db
    .selectFrom('post')
    .select([
      'id',
      'show_id',
      'type',
      'title',
      'content',
      'published_at',
      'changed_by',
      'updated_at',
      'version',
      'telling',
    ])
    .where('id', '=', id)
    .executeTakeFirst();

/**
 * Lists published posts about which the show's members still have to be emailed. Posts of archived shows are left out.
 */
export const listPostsAwaitingNotification = (db: DbReader, now: Instant) =>
  db
    .selectFrom('post')
    .innerJoin(showsView(db).as('show'), 'show.id', 'post.show_id')
    .select(['post.id', 'post.title', 'post.author', 'post.content', 'show.id as show_id', 'show.title as show_title'])
    .where('post.telling', '=', 'waiting')
    .where(({ not, ref }) => not(isArchivedSql(ref('post.show_id'))))
    .where(isPublishedSql(now))
    .orderBy('post.published_at')
    .orderBy('post.id')
    .execute();

/**
 * Records that the show's members were notified, or that no member wants a notification. Returns false if that has been
 * recorded already, or if the post was deleted or postponed.
 */
export async function recordPostNotification(
  tx: DbTransaction,
  { id, anyone, now }: { id: string; anyone: boolean; now: Instant },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('post_with_deleted')
    .set({ telling: anyone ? 'done' : 'no' })
    .where('id', '=', id)
    .where('telling', '=', 'waiting')
    .where(isPublishedSql(now))
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

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

/**
 * Finds a post, deleted or not, and its show, whose managers may manage the post. A post deleted before `since` isn't
 * found.
 */
export const findManagedPost = (db: DbReader, id: string, since: Instant) =>
  db
    .selectFrom('post_with_deleted')
    .select(['id', 'show_id'])
    .where('id', '=', id)
    .where(({ eb, or }) => or([eb('deleted_at', 'is', null), eb('deleted_at', '>', since)]))
    .executeTakeFirst();

export const postTrash: TrashKind = { name: 'posts', table: 'post_with_deleted' };
