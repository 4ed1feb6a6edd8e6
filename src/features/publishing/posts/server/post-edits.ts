import { isArchived, showsView } from '#features/archive/shows/server/index.ts';
import { type DbReader, type DbTransaction, updateVersionedRow } from '#platform/server/database/index.ts';
import type { Instant } from '#platform/shared/dates/dates.ts';
import type { PostType } from '../post.ts';
import { isPublishedSql } from './store.ts';

interface Rewriting {
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
export function updatePost(tx: DbTransaction, rewriting: Rewriting): Promise<number | undefined> {
  const { id, version, type, title, content, published_at, by, now, tell } = rewriting;
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

/** Lists a show's posts (or, without a show, the society's own) as their writers see them, newest first. */
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
export const listPostsToNotify = (db: DbReader, now: Instant) =>
  db
    .selectFrom('post')
    .innerJoin(showsView(db).as('show'), 'show.id', 'post.show_id')
    .select(['post.id', 'post.title', 'post.author', 'post.content', 'show.id as show_id', 'show.title as show_title'])
    .where('post.telling', '=', 'waiting')
    .where(({ not, ref }) => not(isArchived(ref('post.show_id'))))
    .where(isPublishedSql(now))
    .orderBy('post.published_at')
    .orderBy('post.id')
    .execute();

/**
 * Records that the show's members were notified, or that no member wants a notification. Returns false if that has been
 * recorded already, or if the post was deleted or postponed.
 */
export async function markPostNotified(
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
