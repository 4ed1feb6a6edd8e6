import { mayUse } from '#features/society/accounts/server/index.ts';
import { createAuditContext, recordAudit } from '#platform/server/audit/index.ts';
import { newId } from '#platform/server/crypto/ids.ts';
import {
  type Database,
  type DbReader,
  type DbTransaction,
  incrementedVersion,
  restoreRows,
  softDeleteRows,
  updateVersionedRow,
  write,
} from '#platform/server/database/index.ts';
import type { FindAuditSubjects } from '#platform/server/feature/audit-actions.ts';
import { refuse } from '#platform/server/http/errors/http-error.ts';
import type { RouteRegistry } from '#platform/server/http/route-registry.ts';
import { type CallHandler, ok } from '#platform/server/http/routes/call.ts';
import { createConflictResponse } from '#platform/shared/calls/conflict.ts';
import type { Instant } from '#platform/shared/dates/dates.ts';
import { getRestorableCutoff, nothingToRestoreMessage } from '#platform/shared/lifecycle.ts';
import type { MediaKind } from '#platform/shared/media-kinds.ts';
import * as contract from '../contract.ts';
import { maxCollectionItems } from '../limits.ts';
import { buildThumbnailUrl } from './entries.ts';
import { listMediaItems } from './media-catalogue.ts';

/** Lists the albums by name, or those deleted since `deletedSince`, each with its number of items and its cover. */
export async function listAlbums(db: DbReader, deletedSince: Instant | '' = ''): Promise<contract.AlbumEntry[]> {
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
  const there = await findExistingMediaIds(tx, ids);
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
export async function incrementAlbumVersionsByMedia(
  tx: DbTransaction,
  mediaIds: readonly string[],
  by: string,
): Promise<void> {
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
  const there = await findExistingMediaIds(tx, cover === '' ? media : [...media, cover]);
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

async function findExistingMediaIds(db: DbReader, ids: readonly string[]): Promise<Set<string>> {
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

export const findAlbumAuditSubjects: FindAuditSubjects = (db, ids) => {
  const albums = db.selectFrom('album_with_deleted').select(['id', 'name']);
  return (ids ? albums.where('id', 'in', ids) : albums).execute();
};

const goneMessage = 'This album no longer exists. Someone may have deleted it.';

/** Registers the calls for albums, which are only for users with Admin Tools. */
export function registerAlbumCalls({ call, db }: RouteRegistry): void {
  const access = mayUse('admin');

  call(contract.createAlbum, { access }, create);
  call(contract.addToAlbum, { access }, addItems(db));
  call(contract.updateAlbum, { access }, update(db));
  call(contract.deleteAlbum, { access }, remove(db));
  call(contract.restoreAlbum, { access }, restore(db));
}

const create: CallHandler<typeof contract.createAlbum> = (request) => {
  const { name, media = [] } = request.body;
  const album = { id: newId(), name, by: request.visitor.name };
  const entry = { ...createAuditContext(request, 'album.created'), subject: album.id, detail: name };
  return request.once(async (tx) => {
    await createAlbum(tx, album, request.now);
    await addToAlbum(tx, album.id, { ids: media, by: album.by });
    await recordAudit(tx, entry);
    return ok(`Created “${name}”.`, { id: album.id });
  });
};

const addItems =
  (db: Database): CallHandler<typeof contract.addToAlbum> =>
  async (request) => {
    const { id, media } = request.body;
    const entry = { ...createAuditContext(request, 'album.filled'), subject: id, detail: `${media.length}` };
    await write(db, async (tx) => {
      if (!(await addToAlbum(tx, id, { ids: media, by: request.visitor.name }))) refuse(404, goneMessage);
      await recordAudit(tx, entry);
    });
    const album = await findAlbum(db.read, id);
    return ok(`Added to “${album?.name ?? ''}”.`);
  };

const update =
  (db: Database): CallHandler<typeof contract.updateAlbum> =>
  async (request) => {
    const { body } = request;
    const entry = { ...createAuditContext(request, 'album.changed'), subject: body.id, detail: body.name };
    const saved = await write(db, async (tx) => {
      const done = await updateAlbum(tx, { ...body, by: request.visitor.name });
      if (done) await recordAudit(tx, entry);
      return done;
    });
    if (saved) return ok('Album saved.', { version: saved });
    const current = (await loadCurrentAlbum(db.read, body.id)) ?? refuse(404, goneMessage);
    return createConflictResponse(
      'Someone else changed this album while you were editing. Your changes are still here.',
      current,
    );
  };

const remove =
  (db: Database): CallHandler<typeof contract.deleteAlbum> =>
  async (request) => {
    const { id } = request.body;
    const entry = { ...createAuditContext(request, 'album.deleted'), subject: id };
    await write(db, async (tx) => {
      const { name } = (await findAlbum(tx, id)) ?? refuse(404, goneMessage);
      await deleteAlbum(tx, id, request.now);
      await recordAudit(tx, { ...entry, detail: name });
    });
    return ok('Album deleted. Its items are still in the media library. You can restore the album for 30 days.');
  };

const restore =
  (db: Database): CallHandler<typeof contract.restoreAlbum> =>
  async (request) => {
    const { id } = request.body;
    const entry = { ...createAuditContext(request, 'album.restored'), subject: id };
    await write(db, async (tx) => {
      if (!(await restoreAlbum(tx, id, getRestorableCutoff(request.now)))) refuse(404, nothingToRestoreMessage);
      await recordAudit(tx, { ...entry, detail: (await findAlbum(tx, id))?.name ?? '' });
    });
    return ok('Album restored.');
  };

async function loadCurrentAlbum(db: DbReader, id: string): Promise<contract.CurrentAlbum | undefined> {
  const album = await findAlbum(db, id);
  if (!album) return undefined;
  const items = await listMediaItems(db, await listAlbumItemIds(db, id), new Map());
  return {
    name: album.name,
    items: items.map(({ filename }) => filename),
    version: album.version,
    changed_by: album.changed_by,
  };
}
