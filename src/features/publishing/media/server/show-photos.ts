import { findCurrentPersons } from '#features/archive/shows/people/server/index.ts';
import { findShow, findShowEvenIfArchived, listShowsForManagers } from '#features/archive/shows/server/index.ts';
import { mayUse } from '#features/society/accounts/server/index.ts';
import { createAuditContext, recordAudit } from '#platform/server/audit/index.ts';
import { type Database, type DbReader, type DbTransaction, write } from '#platform/server/database/index.ts';
import { refuse } from '#platform/server/http/errors/http-error.ts';
import type { RouteRegistry } from '#platform/server/http/route-registry.ts';
import { type CallHandler, ok } from '#platform/server/http/routes/call.ts';
import { createConflictResponse } from '#platform/shared/calls/conflict.ts';
import type { Instant } from '#platform/shared/dates/dates.ts';
import type { ArrangeShowPhotosBody, ShowPhoto, ShowPhotoSummary } from '../contract.ts';
import * as contract from '../contract.ts';
import { formatPhotoAndVideoCounts } from '../photo-counts.ts';
import { addToAlbum, createAlbum, findAlbum, listAlbumItemIds } from './albums.ts';
import { buildThumbnailUrl, toMediaEntry } from './entries.ts';
import {
  addMediaToShow,
  findGalleryVersion,
  findShowPeopleByMedia,
  incrementGalleryVersion,
  incrementGalleryVersionsByMedia,
  listShowMedia,
} from './store.ts';

/**
 * Loads a show's photographs for people who arrange them: pictures and videos in one list, in their order, and the
 * version of that list.
 */
export async function loadShowPhotos(db: DbReader, showId: string): Promise<{ photos: ShowPhoto[]; version: number }> {
  const people = await findShowPeopleByMedia(db, showId);
  const photos = (await listShowMedia(db, showId)).map((item) => ({
    ...toMediaEntry(item),
    thumbnail: buildThumbnailUrl(item),
    filename: item.filename,
    featured: item.featured,
    people: (people.get(item.id) ?? []).map(({ id, name }) => ({ id, name })),
  }));
  return { photos, version: (await findGalleryVersion(db, showId)).version };
}

/**
 * Saves the arrangement of a show's photographs; photographs that are left out are removed from the show. A photograph
 * that was deleted in the meantime keeps its place, in case it is restored.
 *
 * @returns the new version; undefined if somebody has changed the photographs since `version`
 */
export async function arrangeShowPhotos(
  tx: DbTransaction,
  { show, version, photos }: ArrangeShowPhotosBody,
  by: string,
): Promise<number | undefined> {
  if (!(await incrementGalleryVersion(tx, show, { version, by }))) return undefined;
  const before = await loadShowPhotos(tx, show);
  const photosBefore = new Map(before.photos.map((photo) => [photo.id, photo]));
  // A photograph that the show doesn't have yet is ignored here: other calls add photographs
  const remaining = photos.filter(
    ({ id }, index) => photosBefore.has(id) && photos.findIndex((other) => other.id === id) === index,
  );
  const remainingIds = new Set(remaining.map(({ id }) => id));
  const removed = before.photos.map(({ id }) => id).filter((id) => !remainingIds.has(id));
  if (removed.length > 0) {
    await tx.deleteFrom('show_media').where('show_id', '=', show).where('media_id', 'in', removed).execute();
  }
  const retagged: string[] = [];
  for (const [ord, { id, caption, featured, people }] of remaining.entries()) {
    await tx
      .updateTable('show_media')
      .set({ ord, caption, featured: featured ? 1 : 0 })
      .where('show_id', '=', show)
      .where('media_id', '=', id)
      .execute();
    const named = photosBefore.get(id)?.people.map((one) => one.id) ?? [];
    if (named.join() === people.join()) continue;
    await replacePeopleTags(tx, id, people);
    retagged.push(id);
  }
  // Other shows with the same photographs have the new tags too
  if (retagged.length > 0) await incrementGalleryVersionsByMedia(tx, retagged, by);
  return (await findGalleryVersion(tx, show)).version;
}

/**
 * Replaces the people who are tagged in an item, in this order. A tag stays with the person for whom it was made, even
 * if that person was merged into one of these people.
 */
export async function replacePeopleTags(tx: DbTransaction, mediaId: string, people: readonly string[]): Promise<void> {
  const tags = await tx.selectFrom('media_person').select('person_id').where('media_id', '=', mediaId).execute();
  const before = tags.map(({ person_id }) => person_id);
  const persons = await findCurrentPersons(tx, [...people, ...before]);
  const wanted = [...new Set(people.flatMap((id) => persons.get(id)?.id ?? []))];
  await tx.deleteFrom('media_person').where('media_id', '=', mediaId).execute();
  for (const [ord, id] of wanted.entries()) {
    const theirs = before.filter((tag) => persons.get(tag)?.id === id);
    for (const person_id of theirs.length > 0 ? theirs : [id]) {
      await tx.insertInto('media_person').values({ media_id: mediaId, person_id, ord }).execute();
    }
  }
}

/**
 * Lists every show that isn't archived, newest first, with its number of photographs, without videos, and the thumbnail
 * of the first; "" if there is none.
 */
export async function listShowsWithPhotoCounts(db: DbReader) {
  const shows = await listShowsForManagers(db);
  const shown = await db
    .selectFrom('show_media')
    .innerJoin('media', 'media.id', 'show_media.media_id')
    .select(['show_id', 'media.id', 'media.kind', 'media.filename', 'media.file_version'])
    .where('media.kind', '=', 'image')
    .orderBy('show_media.featured', 'desc')
    .orderBy('show_media.ord')
    .orderBy('media.id')
    .execute();
  const photosOf = Map.groupBy(shown, ({ show_id }) => show_id);
  return shows.map((show) => {
    const photos = photosOf.get(show.id) ?? [];
    const [first] = photos;
    const { id, title, date, date_precision } = show;
    return { id, title, date, date_precision, photos: photos.length, thumbnail: first ? buildThumbnailUrl(first) : '' };
  });
}

/** Registers the calls that change a show's photographs; each is audited. */
export function registerShowPhotoCalls({ call, db }: RouteRegistry): void {
  const access = mayUse('admin');

  call(contract.addAlbumToShow, { access }, addAlbum(db));
  call(contract.arrangeShowPhotos, { access }, arrangePhotos(db));
}

const addAlbum =
  (db: Database): CallHandler<typeof contract.addAlbumToShow> =>
  async (request) => {
    const { album: albumId, show: showId } = request.body;
    const show = await findShow(db.read, showId);
    const album = await findAlbum(db.read, albumId);
    if (!show) return refuse(404, 'This show no longer exists.', { show: 'Choose another show.' });
    if (!album) return refuse(404, 'This album no longer exists.', { album: 'Choose another album.' });
    const entry = { ...createAuditContext(request, 'show_gallery.album_set'), subject: showId, detail: album.name };
    const { added, videos } = await write(db, async (tx) => {
      // A show's page can't show the recordings of an album
      const ids = await listAlbumItemIds(tx, albumId, ['image', 'video']);
      if (ids.length === 0) refuse(400, `“${album.name}” has no photographs. Add some to it first.`);
      const shown = await addMediaToShow(
        tx,
        showId,
        ids.map((id) => ({ id, caption: '' })),
        request.visitor.name,
      );
      await recordAudit(tx, entry);
      const ofVideos = new Set(await listAlbumItemIds(tx, albumId, ['video']));
      return { added: shown.length, videos: shown.filter((id) => ofVideos.has(id)).length };
    });
    if (added === 0)
      return ok(`All photographs and videos in “${album.name}” are already on the page for ${show.title}.`, {
        added: 0,
      });
    return ok(`Added ${formatPhotoAndVideoCounts(added - videos, videos)} to ${show.title}.`, { added });
  };

const arrangePhotos =
  (db: Database): CallHandler<typeof contract.arrangeShowPhotos> =>
  async (request) => {
    const { body } = request;
    if (!(await findShowEvenIfArchived(db.read, body.show))) return refuse(404, 'This show no longer exists.');
    const entry = {
      ...createAuditContext(request, 'show_gallery.arranged'),
      subject: body.show,
      detail: `${body.photos.length}`,
    };
    const saved = await write(db, async (tx) => {
      const done = await arrangeShowPhotos(tx, body, request.visitor.name);
      if (done) await recordAudit(tx, entry);
      return done;
    });
    if (saved) return ok('Photographs saved.', { version: saved });
    const current: contract.CurrentShowPhotos = {
      ...(await loadShowPhotos(db.read, body.show)),
      changed_by: (await findGalleryVersion(db.read, body.show)).changed_by,
    };
    return createConflictResponse(
      'Someone else changed these photographs while you were editing. Your changes are still here: compare the two, then save again.',
      current,
    );
  };

interface AlbumShow {
  id: string;
  title: string;
  date: string;
}

/** The maximum number of thumbnails in a summary: enough to recognise the photographs. */
const MAX_THUMBNAILS = 8;

/** Returns the usual name of the album with a show's photographs: "Blithe Spirit, 2026". The album can be renamed. */
const buildAlbumName = ({ title, date }: AlbumShow) =>
  [title.slice(0, 100), date.slice(0, 4)].filter(Boolean).join(', ');

const findShowAlbum = (db: DbReader, show: AlbumShow) =>
  db
    .selectFrom('album')
    .select(['id', 'name'])
    .where('name', '=', buildAlbumName(show))
    .orderBy('created_at')
    .orderBy('id')
    .executeTakeFirst();

/** Returns a summary of a show's photographs, with the id of the album to which new photographs are added. */
export async function summariseShowPhotos(db: DbReader, show: AlbumShow): Promise<ShowPhotoSummary> {
  const shown = await listShowMedia(db, show.id);
  const seen = shown.map(buildThumbnailUrl).filter((address) => address !== '');
  return {
    count: shown.length,
    videos: shown.filter(({ kind }) => kind === 'video').length,
    seen: seen.slice(0, MAX_THUMBNAILS),
    album: (await findShowAlbum(db, show))?.id ?? '',
  };
}

/**
 * Adds items to the show's album, and to the end of the show's photographs. If the show has no album, creates one with
 * the id `newAlbum`.
 */
export async function addNewPhotosToShow(
  tx: DbTransaction,
  show: AlbumShow,
  { ids, newAlbum, by, now }: { ids: readonly string[]; newAlbum: string; by: string; now: Instant },
): Promise<void> {
  const album = await findShowAlbum(tx, show);
  if (!album) await createAlbum(tx, { id: newAlbum, name: buildAlbumName(show), by }, now);
  await addToAlbum(tx, album?.id ?? newAlbum, { ids, by });
  const items = ids.map((id) => ({ id, caption: '' }));
  await addMediaToShow(tx, show.id, items, by);
}
