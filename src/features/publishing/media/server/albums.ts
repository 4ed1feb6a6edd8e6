import {
  type DbReader,
  type DbTransaction,
  incrementedVersion,
  restoreRows,
  softDeleteRows,
  updateVersionedRow,
} from '#platform/server/database/index.ts';
import type { AuditSubjects } from '#platform/server/feature/audit-actions.ts';
import { refuse } from '#platform/server/http/errors/http-error.ts';
import type { Instant } from '#platform/shared/dates/dates.ts';
import type { MediaKind } from '#platform/shared/media-kinds.ts';
import type { AlbumEntry } from '../contract.ts';
import { maxCollectionItems } from '../limits.ts';
import { buildThumbnailUrl } from './entries.ts';

/** Lists the albums by name, or those deleted since `deletedSince`, each with its number of items and its cover. */
export async function listAlbums(db: DbReader, deletedSince: Instant | '' = ''): Promise<AlbumEntry[]> {
  const albums = await db
    .selectFrom('album_with_deleted')
    .select(['id', 'name', 'cover_id', 'deleted_at'])
    .where(({ eb }) => (deletedSince === '' ? eb('deleted_at', 'is', null) : eb('deleted_at', '>', deletedSince)))
    .orderBy('name')
    .orderBy('id')
    .execute();
  const contents = await db
    .selectFrom('album_media')
    .innerJoin('media', 'media.id', 'album_media.media_id')
    .innerJoin('album_with_deleted as album', 'album.id', 'album_media.album_id')
    .select(['album_id', 'media.id', 'media.kind', 'media.filename', 'media.file_version'])
    .where('album.deleted_at', deletedSince === '' ? 'is' : 'is not', null)
    .orderBy('album_media.ord')
    .orderBy('media.id')
    .execute();
  const itemsOf = Map.groupBy(contents, ({ album_id }) => album_id);
  return albums.map(({ id, name, cover_id, deleted_at }) => {
    const items = itemsOf.get(id) ?? [];
    const pictures = items.filter(({ kind }) => kind === 'image');
    const cover = pictures.find((item) => item.id === cover_id) ?? pictures[0];
    return {
      id,
      name,
      count: items.length,
      thumbnail: cover ? buildThumbnailUrl(cover) : '',
      deleted: deleted_at ?? '',
    };
  });
}

/** Finds an album; undefined if it is deleted. */
export const findAlbum = (db: DbReader, id: string) =>
  db.selectFrom('album').selectAll().where('id', '=', id).executeTakeFirst();

/** Lists the ids of an album's items, in order, without deleted ones. */
export async function listAlbumItemIds(
  db: DbReader,
  albumId: string,
  kinds: readonly MediaKind[] = ['image', 'video', 'audio'],
): Promise<string[]> {
  const rows = await db
    .selectFrom('album_media')
    .innerJoin('media', 'media.id', 'album_media.media_id')
    .select('media_id')
    .where('album_id', '=', albumId)
    .where('media.kind', 'in', kinds)
    .orderBy('album_media.ord')
    .orderBy('media_id')
    .execute();
  return rows.map(({ media_id }) => media_id);
}

/** Creates an empty album. */
export const createAlbum = (
  tx: DbTransaction,
  { id, name, by }: { id: string; name: string; by: string },
  now: Instant,
) =>
  tx
    .insertInto('album_with_deleted')
    .values({ id, name, cover_id: null, version: 1, changed_by: by, created_at: now, deleted_at: null })
    .execute();

/**
 * Adds items at the end of an album; its present items stay in place. This counts as an edit, so that somebody who is
 * arranging the album doesn't remove the new items without seeing them. Returns false if the album doesn't exist.
 * @throws HttpError 400 if the album would have more items than can be saved at once
 */
export async function addToAlbum(
  tx: DbTransaction,
  albumId: string,
  { ids, by }: { ids: readonly string[]; by: string },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('album_with_deleted')
    .set({ version: incrementedVersion, changed_by: by })
    .where('id', '=', albumId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return false;
  const { last } = await tx
    .selectFrom('album_media')
    .select(({ fn }) => fn.max('ord').as('last'))
    .where('album_id', '=', albumId)
    .executeTakeFirstOrThrow();
  const there = await existing(tx, ids);
  for (const [index, media_id] of ids.filter((id) => there.has(id)).entries()) {
    await tx
      .insertInto('album_media')
      .values({ album_id: albumId, media_id, ord: Number(last ?? 0) + 1 + index })
      .onConflict((clash) => clash.columns(['album_id', 'media_id']).doNothing())
      .execute();
  }
  const { all } = await tx
    .selectFrom('album_media')
    .select(({ fn }) => fn.countAll().as('all'))
    .where('album_id', '=', albumId)
    .executeTakeFirstOrThrow();
  if (Number(all) > maxCollectionItems.inAlbum) refuse(400, albumFull);
  return true;
}

const albumFull = `An album can hold up to ${maxCollectionItems.inAlbum.toLocaleString('en-GB')} items. Create another for the rest.`;

/** Increases the version of every album that contains one of these items. */
export async function bumpAlbumVersions(tx: DbTransaction, mediaIds: readonly string[], by: string): Promise<void> {
  await tx
    .updateTable('album_with_deleted')
    .set({ version: incrementedVersion, changed_by: by })
    .where('id', 'in', tx.selectFrom('album_media').select('album_id').where('media_id', 'in', mediaIds))
    .execute();
}

/**
 * Sets an album's name, cover and items. Items that were deleted in the meantime keep their place, in case they are
 * restored.
 * @returns its new version; undefined if somebody else changed it since `version`, or it is gone
 */
export async function updateAlbum(
  tx: DbTransaction,
  {
    id,
    version,
    name,
    cover,
    media,
    by,
  }: { id: string; version: number; name: string; cover: string; media: readonly string[]; by: string },
): Promise<number | undefined> {
  const there = await existing(tx, cover === '' ? media : [...media, cover]);
  const update = tx
    .updateTable('album_with_deleted')
    .set({ name, cover_id: there.has(cover) ? cover : null, changed_by: by })
    .where('id', '=', id)
    .where('deleted_at', 'is', null);
  const saved = await updateVersionedRow(update, version);
  if (!saved) return undefined;
  const away = tx.selectFrom('media_with_deleted').select('id').where('deleted_at', 'is not', null);
  await tx.deleteFrom('album_media').where('album_id', '=', id).where('media_id', 'not in', away).execute();
  for (const [ord, media_id] of [...new Set(media)].filter((one) => there.has(one)).entries()) {
    await tx.insertInto('album_media').values({ album_id: id, media_id, ord }).execute();
  }
  return saved;
}

async function existing(db: DbReader, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const rows = await db.selectFrom('media').select('id').where('id', 'in', ids).execute();
  return new Set(rows.map(({ id }) => id));
}

/** Moves an album to the trash; its items stay. */
export async function deleteAlbum(tx: DbTransaction, id: string, at: Instant): Promise<void> {
  await softDeleteRows(tx.updateTable('album_with_deleted').where('id', '=', id), at);
}

/** Restores an album, unless it was deleted before `since`. Returns false if no album was restored. */
export const restoreAlbum = async (tx: DbTransaction, id: string, since: Instant): Promise<boolean> =>
  (await restoreRows(tx.updateTable('album_with_deleted').where('id', '=', id), since)) > 0;

export const findAlbumAuditSubjects: AuditSubjects = (db, ids) => {
  const albums = db.selectFrom('album_with_deleted').select(['id', 'name']);
  return (ids ? albums.where('id', 'in', ids) : albums).execute();
};
