import { findCurrentPersons } from '#features/archive/shows/people/server/index.ts';
import { listShowsForManagers } from '#features/archive/shows/server/index.ts';
import type { DbReader, DbTransaction } from '#platform/server/database/index.ts';
import type { ShowPhoto } from '../contract.ts';
import type { ArrangeShowPhotosInput } from '../inputs.ts';
import { buildThumbnailUrl, toMediaEntry } from './entries.ts';
import {
  bumpGalleryVersion,
  bumpGalleryVersions,
  findGalleryVersion,
  findPeopleByMedia,
  listShowMedia,
} from './store.ts';

/** Lists a show's photographs for people who arrange them: one list of pictures and videos in their order. */
export async function listShowPhotos(db: DbReader, showId: string): Promise<{ photos: ShowPhoto[]; version: number }> {
  const people = await findPeopleByMedia(db, showId);
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
 * Saves the arrangement of a show's photographs; missing photographs are removed. A photograph that was deleted in the
 * meantime keeps its place, in case it is restored.
 * @returns the new version; undefined if somebody has changed the photographs since `version`
 */
export async function arrangeShowPhotos(
  tx: DbTransaction,
  { show, version, photos }: ArrangeShowPhotosInput,
  by: string,
): Promise<number | undefined> {
  if (!(await bumpGalleryVersion(tx, show, { version, by }))) return undefined;
  const before = await listShowPhotos(tx, show);
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
  const renamed: string[] = [];
  for (const [ord, { id, caption, featured, people }] of remaining.entries()) {
    await tx
      .updateTable('show_media')
      .set({ ord, caption, featured: featured ? 1 : 0 })
      .where('show_id', '=', show)
      .where('media_id', '=', id)
      .execute();
    const named = photosBefore.get(id)?.people.map((one) => one.id) ?? [];
    if (named.join() === people.join()) continue;
    await tagPeople(tx, id, people);
    renamed.push(id);
  }
  // Other shows with the same photographs have the new tags too
  if (renamed.length > 0) await bumpGalleryVersions(tx, renamed, by);
  return (await findGalleryVersion(tx, show)).version;
}

/**
 * Sets the people in an item, in this order. Existing tags of these people stay unchanged, even if a tag names somebody
 * who was merged into one of them.
 */
export async function tagPeople(tx: DbTransaction, mediaId: string, people: readonly string[]): Promise<void> {
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

/** Lists every show that isn't archived, newest first, with its number of photographs and the first of them. */
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
