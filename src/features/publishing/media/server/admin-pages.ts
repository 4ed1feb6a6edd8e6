import { isOnSite, showPath } from '#features/archive/shows/paths.ts';
import { findShowOrArchived } from '#features/archive/shows/server/index.ts';
import { mayUse } from '#features/society/accounts/server/index.ts';
import type { DbReader } from '#platform/server/database/index.ts';
import { refuseNotFound } from '#platform/server/http/errors/http-error.ts';
import type { Platform } from '#platform/server/http/platform.ts';
import type { PageRequest } from '#platform/server/http/routes/page.ts';
import { formatDate } from '#platform/shared/dates/dates.ts';
import { getRestorableSince } from '#platform/shared/trash.ts';
import type { ManageMediaContent, MediaResults, ShowPhotosForm } from '../contract.ts';
import { manageMediaPath, mediaQueryKeys, parseLibraryQuery, showPhotosPath } from '../paths.ts';
import { findAlbum, listAlbumItemIds, listAlbums } from './albums.ts';
import { listMediaUrlsAndNames, type MediaCatalogue } from './media-catalogue.ts';
import { listShowPhotos, listShowsWithPhotoCounts } from './show-photos.ts';

export function registerMediaAdminPages({ page }: Platform, library: MediaCatalogue): void {
  page(manageMediaPath, { type: 'manage_media', access: mayUse('admin'), query: mediaQueryKeys }, (visit) =>
    managePage(visit, library),
  );
  page(showPhotosPath, { type: 'show_photos_form', access: mayUse('admin'), query: ['show'] }, showPhotosPage);
}

const nothing: MediaResults = { items: [], page: 1, pages: 1, matches: 0 };

async function managePage({ db, query, now }: PageRequest, library: MediaCatalogue): Promise<ManageMediaContent> {
  const { page, album: albumId, ...libraryQuery } = parseLibraryQuery(query);
  const { view } = libraryQuery;
  const deletedSince = view === 'deleted' ? getRestorableSince(now) : '';
  const shown =
    view === 'all' || view === 'deleted'
      ? await library.search(db, { ...libraryQuery, page, deletedSince, forAdmins: true })
      : nothing;
  // Without filters, `media` is complete, as the protocol requires; with filters it has only the items on the page
  const narrowed = view !== 'all' || libraryQuery.q !== '' || libraryQuery.kind !== '' || page > 1;
  const album = view === 'album' ? await openAlbum(db, library, albumId) : undefined;
  return {
    type: 'manage_media',
    title: album ? album.name : 'Manage Media',
    media: narrowed
      ? (album?.items ?? shown.items).map(({ id, src, filename }) => [id, src, filename])
      : await listMediaUrlsAndNames(db),
    query: libraryQuery,
    albums: await listAlbums(db, deletedSince),
    ...shown,
    ...(album ? { album } : {}),
  };
}

async function openAlbum(
  db: DbReader,
  library: MediaCatalogue,
  id: string,
): Promise<NonNullable<ManageMediaContent['album']>> {
  const album = (await findAlbum(db, id)) ?? refuseNotFound();
  const items = await library.items(db, await listAlbumItemIds(db, id));
  return { id, name: album.name, version: album.version, cover: album.cover_id ?? '', items };
}

async function showPhotosPage({ db, query }: PageRequest): Promise<ShowPhotosForm> {
  const shows = await listShowsWithPhotoCounts(db);
  const albums = await listAlbums(db);
  const chosen = query.get('show');
  const show = chosen ? ((await findShowOrArchived(db, chosen)) ?? refuseNotFound()) : undefined;
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
            ...(await listShowPhotos(db, show.id)),
          },
        }
      : {}),
  };
}
