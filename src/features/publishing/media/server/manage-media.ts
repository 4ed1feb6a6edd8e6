import { z } from 'zod';
import { isOnSite, showPath } from '#features/archive/shows/paths.ts';
import {
  clearShowMediaReferences,
  findShowEvenIfArchived,
  restoreShowMediaReferences,
} from '#features/archive/shows/server/index.ts';
import { findUserName, mayUse } from '#features/society/accounts/server/index.ts';
import { createAuditContext, recordAudit } from '#platform/server/audit/index.ts';
import {
  type DbReader,
  type DbTransaction,
  restoreRows,
  softDeleteRows,
  updateVersionedRow,
  write,
} from '#platform/server/database/index.ts';
import { ConfirmationRequiredError, refuse, refuseNotFound } from '#platform/server/http/errors/http-error.ts';
import type { RouteRegistry } from '#platform/server/http/route-registry.ts';
import { type CallHandler, ok } from '#platform/server/http/routes/call.ts';
import type { PageRequest } from '#platform/server/http/routes/page.ts';
import { createConflictResponse } from '#platform/shared/calls/conflict.ts';
import { formatDate, type Instant } from '#platform/shared/dates/dates.ts';
import { getRestorableCutoff, nothingToRestoreMessage } from '#platform/shared/lifecycle.ts';
import { parsePageNumber } from '#platform/shared/tables/paging.ts';
import { cleanQueryText } from '#platform/shared/text/text.ts';
import type { ManageMediaContent, MediaSearchResults, ShowPhotosFormContent } from '../contract.ts';
import * as contract from '../contract.ts';
import { manageMediaPath, mediaQueryKeys, parseMediaKind, parseMediaLibraryQuery, showPhotosPath } from '../paths.ts';
import { findAlbum, incrementAlbumVersionsByMedia, listAlbumItemIds, listAlbums } from './albums.ts';
import { listMediaTriples, type MediaCatalogue, parseMediaIds } from './media-catalogue.ts';
import { listShowsWithPhotoCounts, loadShowPhotos } from './show-photos.ts';
import { findMediaEvenIfDeleted, incrementGalleryVersionsByMedia, type StoredMediaFiles } from './store.ts';

/** Admins and users who edit shows: they may search the media library and upload to it. */
export const mayUseMediaLibrary = mayUse('admin', 'shows_write');

export function registerMediaCalls({ call, db }: RouteRegistry, library: MediaCatalogue): void {
  const context = { db, library };
  call(contract.searchMedia, { access: mayUseMediaLibrary }, search(context));
  call(contract.deleteMedia, { access: mayUse('admin') }, deleteItems(context));
  call(contract.restoreMedia, { access: mayUse('admin') }, restoreItems(context));
  call(contract.updateMediaDetails, { access: mayUse('admin') }, updateDetails(context));
}

type Context = Pick<RouteRegistry, 'db'> & { library: MediaCatalogue };

const search =
  ({ db, library }: Context): CallHandler<typeof contract.searchMedia> =>
  async ({ query, visitor }) => {
    const wanted = {
      q: cleanQueryText(query.get('q') ?? ''),
      kind: parseMediaKind(query),
      page: parsePageNumber(query),
      deletedSince: '' as const,
      forAdmins: visitor.may.admin === true,
    };
    return ok('', await library.search(db.read, wanted));
  };

const nothingToDelete = 'There’s nothing to delete: what you chose has already been deleted.';

const deleteItems =
  ({ db, library }: Context): CallHandler<typeof contract.deleteMedia> =>
  async (request) => {
    const { id: ids, confirm } = request.body;
    const items = (await library.items(db.read, ids)).filter(({ deleted }) => deleted === '');
    if (items.length === 0) refuse(404, nothingToDelete);
    const shown = items.filter(({ used }) => used.length > 0);
    if (shown.length > 0 && confirm !== 'yes') {
      const places = [...new Set(shown.flatMap(({ used }) => used.map(({ where }) => where)))];
      throw new ConfirmationRequiredError(formatStillShown(shown.length, items.length, places), { used: places });
    }
    const detail = items.map(({ filename }) => filename).join(', ');
    const entry = { ...createAuditContext(request, 'media.deleted'), subject: items[0]?.id ?? '', detail };
    await write(db, async (tx) => {
      const chosen = items.map((item) => item.id);
      if (!(await deleteMedia(tx, chosen, request.now))) refuse(404, nothingToDelete);
      await recordAudit(tx, entry);
    });
    const [first] = items;
    const what = items.length === 1 && first ? `“${first.filename}”` : `${items.length} items`;
    return ok(`Deleted ${what}. You can restore ${items.length === 1 ? 'it' : 'them'} for 30 days.`, {
      deleted: items.map((item) => item.id),
    });
  };

const restoreItems =
  ({ db, library }: Context): CallHandler<typeof contract.restoreMedia> =>
  async (request) => {
    const { id: ids } = request.body;
    const entry = { ...createAuditContext(request, 'media.restored'), subject: ids[0] ?? '' };
    const restored = await write(db, async (tx) => {
      const count = await restoreMedia(tx, ids, {
        since: getRestorableCutoff(request.now),
        by: request.visitor.name,
        now: request.now,
      });
      if (count === 0) refuse(404, nothingToRestoreMessage);
      await recordAudit(tx, { ...entry, detail: `${count}` });
      return count;
    });
    // Replaced files are restored as an item that only the media library shows.
    const shown = (await library.items(db.read, ids)).some(({ used }) => used.length > 0);
    if (restored === 1) return ok(`Restored ${shown ? 'to where it was' : 'to the media library'}.`);
    return ok(`${restored} items restored ${shown ? 'to where they were' : 'to the media library'}.`);
  };

const updateDetails =
  ({ db, library }: Context): CallHandler<typeof contract.updateMediaDetails> =>
  async (request) => {
    const { body } = request;
    const entry = { ...createAuditContext(request, 'media.described'), subject: body.id, detail: body.alt };
    const { saved, deleted, by } = await write(db, async (tx) => {
      const saved = await updateMediaDetails(tx, { ...body, by: request.visitor.id });
      if (saved) await recordAudit(tx, entry);
      const after = await findMediaEvenIfDeleted(tx, body.id);
      return { saved, deleted: after?.deleted_at ?? null, by: after?.updated_by ?? null };
    });
    if (saved) {
      const [item] = await library.items(db.read, [body.id]);
      if (!item) return refuse(404, 'This item no longer exists. Someone may have deleted it.');
      return ok(`Saved “${item.filename}”.`, { item, version: saved });
    }
    if (deleted !== null) refuse(404, 'This item has been deleted. Restore it first, under Recently deleted.');
    const [theirs] = await library.items(db.read, [body.id]);
    if (!theirs) return refuse(404, 'This item no longer exists. Someone may have deleted it.');
    const { alt, credit, consent, version } = theirs;
    const changed_by = await findUserName(db.read, by);
    const current: contract.CurrentMediaDetails = { alt, credit, consent, version, changed_by };
    return createConflictResponse(
      'Someone else changed these details while you were editing. Your changes are still here.',
      current,
    );
  };

function formatStillShown(shown: number, chosen: number, places: readonly string[]): string {
  const which = chosen === 1 ? 'This is' : shown === 1 ? 'One of these is' : `${shown} of these are`;
  const rest = places.length - 3;
  const more = rest > 0 ? ` and ${rest === 1 ? 'one more place' : `${rest} more places`}` : '';
  return `${which} still in use: ${places.slice(0, 3).join('; ')}${more}. Deleting removes ${shown === 1 ? 'it' : 'them'} from there too.`;
}

/** The content of a stored row's `artwork_of` column. */
const Artwork = z.array(
  z.object({ show: z.string(), field: z.enum(['programme', 'banner', 'radio_audio']), address: z.string() }),
);

interface MediaText {
  alt: string;
  credit: string;
  consent: string;
}

/**
 * Updates an item's texts. Returns their new version; undefined if somebody else has changed the texts since `version`,
 * or the item is gone.
 */
export const updateMediaDetails = (
  tx: DbTransaction,
  { id, version, by, ...text }: MediaText & { id: string; version: number; by: string },
): Promise<number | undefined> =>
  updateVersionedRow(
    tx.updateTable('media_with_deleted').set(text).where('id', '=', id).where('deleted_at', 'is', null),
    version,
    { by },
  );

/**
 * Moves items to the trash, and removes them from the shows whose artwork they are. Returns false if all of them are in
 * the trash already.
 */
export async function deleteMedia(tx: DbTransaction, ids: readonly string[], at: Instant): Promise<boolean> {
  if ((await softDeleteRows(tx.updateTable('media_with_deleted').where('id', 'in', ids), at)) === 0) return false;
  const gone = new Set(ids);
  const taken = await clearShowMediaReferences(tx, (address) => parseMediaIds(address).some((id) => gone.has(id)), at);
  for (const [id = '', places] of Map.groupBy(taken, ({ address }) => parseMediaIds(address)[0])) {
    const artwork_of = JSON.stringify(places);
    await tx.updateTable('media_with_deleted').set({ artwork_of }).where('id', '=', id).execute();
  }
  return true;
}

/**
 * Restores those of the items that were deleted after `since`, also as the artwork of their shows. Returns the number
 * of restored items.
 */
export async function restoreMedia(
  tx: DbTransaction,
  ids: readonly string[],
  { since, by, now }: { since: Instant; by: string; now: Instant },
): Promise<number> {
  const restored = await restoreRows(tx.updateTable('media_with_deleted').where('id', 'in', ids), since);
  const back = tx.selectFrom('media').select('artwork_of').where('id', 'in', ids).where('artwork_of', '<>', '');
  for (const { artwork_of } of await back.execute()) {
    await restoreShowMediaReferences(tx, Artwork.parse(JSON.parse(artwork_of)), now);
  }
  await tx
    .updateTable('media_with_deleted')
    .set({ artwork_of: '' })
    .where('id', 'in', ids)
    .where('deleted_at', 'is', null)
    .execute();
  await incrementGalleryVersionsByMedia(tx, ids, by);
  await incrementAlbumVersionsByMedia(tx, ids, by);
  return restored;
}

/**
 * Replaces the files of an item; its URL, texts and uses stay. The old files become a separate item that was deleted at
 * `deleted`. If `deleted` is the current time, they can be restored like any deleted item. The texts have their own
 * version, so saving them while a video is processed causes no conflict.
 * @returns the new version of the item's files; undefined if the item is gone, or its files were replaced since
 * `file_version`
 */
export async function replaceMediaFiles(
  tx: DbTransaction,
  {
    id,
    file_version,
    file,
    before,
    deleted,
    by,
  }: { id: string; file_version: number; file: StoredMediaFiles; before: string; deleted: Instant; by?: string },
): Promise<number | undefined> {
  const old = await tx.selectFrom('media').selectAll().where('id', '=', id).executeTakeFirst();
  if (!old) return undefined;
  const { contentType, sizes, ...shape } = file;
  const files = { ...shape, content_type: contentType, sizes: JSON.stringify(sizes) };
  const replacing = tx.updateTable('media_with_deleted').set(files).where('id', '=', id);
  const saved = await updateVersionedRow(replacing, file_version, { column: 'file_version', by });
  if (!saved) return undefined;
  await tx
    .insertInto('media_with_deleted')
    .values({ ...old, id: before, deleted_at: deleted })
    .execute();
  return saved;
}

export function registerMediaAdminPages({ page }: RouteRegistry, library: MediaCatalogue): void {
  page(manageMediaPath, { type: 'manage_media', access: mayUse('admin'), query: mediaQueryKeys }, (visit) =>
    buildManageMediaPage(visit, library),
  );
  page(showPhotosPath, { type: 'show_photos_form', access: mayUse('admin'), query: ['show'] }, buildShowPhotosPage);
}

const nothing: MediaSearchResults = { items: [], page: 1, pages: 1, matches: 0 };

async function buildManageMediaPage(
  { db, query, now }: PageRequest,
  library: MediaCatalogue,
): Promise<ManageMediaContent> {
  const { page, album: albumId, ...libraryQuery } = parseMediaLibraryQuery(query);
  const { view } = libraryQuery;
  const deletedSince = view === 'deleted' ? getRestorableCutoff(now) : '';
  const shown =
    view === 'all' || view === 'deleted'
      ? await library.search(db, { ...libraryQuery, page, deletedSince, forAdmins: true })
      : nothing;
  // Without filters, `media` is complete, as the protocol requires; with filters it has only the items on the page
  const narrowed = view !== 'all' || libraryQuery.q !== '' || libraryQuery.kind !== '' || page > 1;
  const album = view === 'album' ? await loadAlbumWithItems(db, library, albumId) : undefined;
  return {
    type: 'manage_media',
    title: album ? album.name : 'Manage Media',
    media: narrowed
      ? (album?.items ?? shown.items).map(({ id, src, filename }) => [id, src, filename])
      : await listMediaTriples(db),
    query: libraryQuery,
    albums: await listAlbums(db, deletedSince),
    ...shown,
    ...(album ? { album } : {}),
  };
}

async function loadAlbumWithItems(
  db: DbReader,
  library: MediaCatalogue,
  id: string,
): Promise<NonNullable<ManageMediaContent['album']>> {
  const album = (await findAlbum(db, id)) ?? refuseNotFound();
  const items = await library.items(db, await listAlbumItemIds(db, id));
  return { id, name: album.name, version: album.version, cover: album.cover_id ?? '', items };
}

async function buildShowPhotosPage({ db, query }: PageRequest): Promise<ShowPhotosFormContent> {
  const shows = await listShowsWithPhotoCounts(db);
  const albums = await listAlbums(db);
  const chosen = query.get('show');
  const show = chosen ? ((await findShowEvenIfArchived(db, chosen)) ?? refuseNotFound()) : undefined;
  return {
    type: 'show_photos_form',
    title: 'Add Show Photos',
    shows: shows.map(({ id, title, date }) => ({ id, title, date })),
    albums: albums.map(({ id, name }) => [id, name]),
    show_pictures: Object.fromEntries(
      shows.map(({ id, thumbnail, photos, date, date_precision }) => [
        id,
        { thumbnail, photos, when: formatDate(date, date_precision) },
      ]),
    ),
    album_pictures: Object.fromEntries(albums.map(({ id, thumbnail, count }) => [id, { thumbnail, count }])),
    ...(show
      ? {
          chosen: {
            show: { id: show.id, title: show.title, href: isOnSite(show) ? showPath(show) : '' },
            ...(await loadShowPhotos(db, show.id)),
          },
        }
      : {}),
  };
}
