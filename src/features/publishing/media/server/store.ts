import { z } from 'zod';
import {
  findCurrentPersons,
  findMergeTarget,
  findPerson,
  isCreditedOnSite,
  listIdsOfPerson,
  listPersonIdsOfUser,
} from '#features/archive/shows/people/server/index.ts';
import { newestFirstSql, selectShowsOnSite } from '#features/archive/shows/server/index.ts';
import {
  type DbReader,
  type DbTransaction,
  incrementedVersion,
  updateVersionedRow,
} from '#platform/server/database/index.ts';
import type { TrashKind } from '#platform/server/feature/deletion.ts';
import { createMentionPattern, type DataSubject, type PersonalData } from '#platform/server/feature/personal-data.ts';
import { refuse } from '#platform/server/http/errors/http-error.ts';
import type { Instant } from '#platform/shared/dates/dates.ts';
import type { MediaKind } from '#platform/shared/media-kinds.ts';
import { maxCollectionItems } from '../limits.ts';
import { manageMediaPath } from '../paths.ts';

/**
 * Finds the version of a show's gallery, and the author of the last change. The version increases with each change; 0
 * means that there was none.
 */
export async function findGalleryVersion(
  db: DbReader,
  showId: string,
): Promise<{ version: number; changed_by: string }> {
  const gallery = db.selectFrom('show_gallery').select(['version', 'changed_by']).where('show_id', '=', showId);
  return (await gallery.executeTakeFirst()) ?? { version: 0, changed_by: '' };
}

/**
 * Increases a gallery's version and returns it; undefined if somebody has changed the gallery since `version`. Without
 * `version`, there is no such check.
 */
export async function incrementGalleryVersion(
  tx: DbTransaction,
  showId: string,
  { version, by }: { version?: number; by: string },
): Promise<number | undefined> {
  await tx
    .insertInto('show_gallery')
    .values({ show_id: showId, version: 0, changed_by: '' })
    .onConflict((clash) => clash.column('show_id').doNothing())
    .execute();
  return updateVersionedRow(
    tx.updateTable('show_gallery').set({ changed_by: by }).where('show_id', '=', showId),
    version,
  );
}

/** Increases the version of every gallery that shows one of these items. */
export async function incrementGalleryVersionsByMedia(
  tx: DbTransaction,
  mediaIds: readonly string[],
  by: string,
): Promise<void> {
  await tx
    .updateTable('show_gallery')
    .set({ version: incrementedVersion, changed_by: by })
    .where('show_id', 'in', tx.selectFrom('show_media').select('show_id').where('media_id', 'in', mediaIds))
    .execute();
}

/** One size of a stored item. A video or a recording has only one size. */
const StoredSize = z.object({ width: z.int(), height: z.int(), key: z.string(), bytes: z.int() });
export type StoredSize = z.infer<typeof StoredSize>;

/** The stored content of an item, in all its sizes. */
export interface StoredMediaFiles {
  kind: MediaKind;
  contentType: string;
  width: number;
  height: number;
  sizes: StoredSize[];
  placeholder: string;
}

export interface NewMedia extends StoredMediaFiles {
  id: string;
  filename: string;
  alt: string;
  credit: string;
  consent: string;
}

/** Parses a stored row's `sizes`, smallest first. */
export const parseStoredSizes = (sizes: string): StoredSize[] => z.array(StoredSize).min(1).parse(JSON.parse(sizes));

/** Adds items whose files are already stored. */
export async function insertMedia(
  tx: DbTransaction,
  items: readonly NewMedia[],
  { now }: { now: Instant },
): Promise<void> {
  for (const { contentType, sizes, ...item } of items) {
    const columns = { content_type: contentType, sizes: JSON.stringify(sizes) };
    const row = { ...item, ...columns, version: 1, file_version: 1, created_at: now, artwork_of: '', deleted_at: null };
    await tx.insertInto('media_with_deleted').values(row).execute();
  }
}

/**
 * Adds these items to a show's photographs, in this order, after the present ones. Items that the show already has stay
 * in place. Returns the ids of the added items.
 * @throws HttpError 400 if the show would have more photographs than can be saved at once
 */
export async function addMediaToShow(
  tx: DbTransaction,
  showId: string,
  items: readonly { id: string; caption: string }[],
  by: string,
): Promise<string[]> {
  const { last } = await tx
    .selectFrom('show_media')
    .select(({ fn }) => fn.max('ord').as('last'))
    .where('show_id', '=', showId)
    .executeTakeFirstOrThrow();
  const start = Number(last ?? 0) + 1;
  const added: string[] = [];
  for (const [index, { id, caption }] of items.entries()) {
    const row = { show_id: showId, media_id: id, ord: start + index, caption, featured: 0 };
    const { numInsertedOrUpdatedRows = 0n } = await tx
      .insertInto('show_media')
      .values(row)
      .onConflict((clash) => clash.columns(['show_id', 'media_id']).doNothing())
      .executeTakeFirst();
    if (numInsertedOrUpdatedRows > 0n) added.push(id);
  }
  if (added.length === 0) return [];
  const { all } = await tx
    .selectFrom('show_media')
    .select(({ fn }) => fn.countAll().as('all'))
    .where('show_id', '=', showId)
    .executeTakeFirstOrThrow();
  if (Number(all) > maxCollectionItems.withShow) refuse(400, showFullMessage);
  await incrementGalleryVersion(tx, showId, { by });
  return added;
}

const showFullMessage = `A show can have up to ${maxCollectionItems.withShow.toLocaleString('en-GB')} photographs and videos. Remove some first.`;

const columns = [
  'media.id',
  'media.kind',
  'filename',
  'content_type',
  'width',
  'height',
  'sizes',
  'placeholder',
  'alt',
  'credit',
  'version',
  'file_version',
] as const;

export const hasMedia = async (db: DbReader, id: string): Promise<boolean> =>
  (await db.selectFrom('media').select('id').where('id', '=', id).executeTakeFirst()) !== undefined;

/** Finds an item, deleted or not, with its sizes, smallest first. */
export async function findMediaEvenIfDeleted(db: DbReader, id: string) {
  const row = await db
    .selectFrom('media_with_deleted as media')
    .select([...columns, 'deleted_at', 'updated_by', 'file_updated_by'])
    .where('id', '=', id)
    .executeTakeFirst();
  return row && { ...row, sizes: parseStoredSizes(row.sizes) };
}
export type MediaRecord = NonNullable<Awaited<ReturnType<typeof findMediaEvenIfDeleted>>>;
export type StoredMedia = Omit<MediaRecord, 'deleted_at' | 'updated_by' | 'file_updated_by'>;

/** Lists a show's photographs and videos: featured ones, then the rest, each in order. */
export async function listShowMedia(db: DbReader, showId: string) {
  const rows = await db
    .selectFrom('show_media')
    .innerJoin('media', 'media.id', 'show_media.media_id')
    .select([...columns, 'show_media.caption', 'show_media.featured', 'show_media.ord'])
    .where('show_media.show_id', '=', showId)
    .orderBy('show_media.featured', 'desc')
    .orderBy('show_media.ord')
    .orderBy('media.id')
    .execute();
  return rows.map((row) => ({ ...row, featured: row.featured === 1, sizes: parseStoredSizes(row.sizes) }));
}

/**
 * Lists up to 100 photographs and videos in which one of these persons is tagged, for shows on the site, newest show
 * first.
 */
export async function listMediaOfPersons(db: DbReader, persons: readonly string[]) {
  const rows = await db
    .selectFrom('show_media')
    .innerJoin('media', 'media.id', 'show_media.media_id')
    .innerJoin(selectShowsOnSite(db).as('show'), 'show.id', 'show_media.show_id')
    .select([...columns, 'show_media.caption', 'show_media.show_id'])
    .where('media.kind', 'in', ['image', 'video'])
    .where('media.id', 'in', db.selectFrom('media_person').select('media_id').where('person_id', 'in', persons))
    .orderBy(newestFirstSql)
    .orderBy('show_media.featured', 'desc')
    .orderBy('show_media.ord')
    .orderBy('media.id')
    .limit(100)
    .execute();
  return rows.map((row) => ({ ...row, sizes: parseStoredSizes(row.sizes) }));
}

/**
 * Finds the people in each picture of a show, by the picture's id, in the order of the tags and under their present
 * names. A tag stays with the person for whom it was made; while a merge lasts, it counts for the remaining person.
 */
export async function findShowPeopleByMedia(db: DbReader, showId: string) {
  const tags = await db
    .selectFrom('show_media')
    .innerJoin('media_person', 'media_person.media_id', 'show_media.media_id')
    .select(['media_person.media_id', 'media_person.person_id'])
    .where('show_media.show_id', '=', showId)
    .orderBy('media_person.ord')
    .orderBy('media_person.person_id')
    .execute();
  const persons = await findCurrentPersons(
    db,
    tags.map(({ person_id }) => person_id),
  );
  const inMedia = new Map<string, { id: string; name: string }[]>();
  for (const { media_id, person_id } of tags) {
    const person = persons.get(person_id);
    const named = inMedia.get(media_id) ?? [];
    if (person && !named.some(({ id }) => id === person.id)) inMedia.set(media_id, [...named, person]);
  }
  return inMedia;
}

/** Deleted pictures, videos and recordings. Purging an item also deletes the rows that refer to it. */
export const mediaTrash: TrashKind = {
  name: 'media',
  table: 'media_with_deleted',
  bytes: {
    async listPurgedKeys(db, before) {
      const rows = await db
        .selectFrom('media_with_deleted')
        .select('sizes')
        .where('deleted_at', '<=', before)
        .execute();
      return [...new Set(rows.flatMap(({ sizes }) => parseStoredSizes(sizes).map(({ key }) => key)))];
    },
    async isStillNeeded(db, key, before) {
      const row = await db
        .selectFrom('media_with_deleted')
        .select('id')
        .where('sizes', 'like', `%"${key}"%`)
        .where(({ eb, or }) => or([eb('deleted_at', 'is', null), eb('deleted_at', '>', before)]))
        .limit(1)
        .executeTakeFirst();
      return row !== undefined;
    },
  },
};

/** Albums that were deleted; their items stay. */
export const albumTrash: TrashKind = { name: 'albums', table: 'album_with_deleted' };

/**
 * Finds a person who may be named on public pages: credited in a show on the site, or tagged in its photographs or
 * videos. People who are only in archived shows, or in none, are not found.
 */
export async function findPublicPerson(db: DbReader, id: string) {
  const person = await findPerson(db, id);
  if (!person) return undefined;
  return (await isCreditedOnSite(db, id)) || (await isPersonTaggedOnSite(db, id)) ? person : undefined;
}

/** Returns true if a person is tagged in a photograph or video of a show on the site. */
export async function isPersonTaggedOnSite(db: DbReader, id: string): Promise<boolean> {
  const ids = await listIdsOfPerson(db, (await findMergeTarget(db, id))?.id ?? id);
  const found = await db
    .selectFrom('media_person')
    .innerJoin('media', 'media.id', 'media_person.media_id')
    .innerJoin('show_media', 'show_media.media_id', 'media.id')
    .innerJoin(selectShowsOnSite(db).as('show'), 'show.id', 'show_media.show_id')
    .select('media.id')
    .where('media_person.person_id', 'in', ids)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

/** Returns links, for an admin, to searches in Manage Media that find the pictures whose texts name a person. */
async function listUrlsOfPicturesNaming(db: DbReader, holder: DataSubject): Promise<string[]> {
  const named = createMentionPattern(holder);
  const isNamed = (...words: string[]) => words.some((text) => text.search(named) >= 0);
  const media = await db
    .selectFrom('media_with_deleted')
    .select(['id', 'filename', 'alt', 'credit', 'consent'])
    .execute();
  const shown = await db.selectFrom('show_media').select(['media_id', 'caption']).where('caption', '<>', '').execute();
  const captioned = new Set(shown.filter(({ caption }) => isNamed(caption)).map(({ media_id }) => media_id));
  const found = media.filter(({ id, alt, credit, consent }) => captioned.has(id) || isNamed(alt, credit, consent));
  // The links must not repeat the name, so they don't search for a filename that contains the name
  const sought = found.map(({ filename }) => (isNamed(filename) ? '' : filename));
  return [
    ...new Set(sought.map((name) => (name ? `${manageMediaPath}?q=${encodeURIComponent(name)}` : manageMediaPath))),
  ].sort();
}

/**
 * The pictures in which a person is tagged, with the notes about consent. Pictures belong to the society, so erasure
 * only replaces the person's name where it names the author of a change to an album or a show's photographs.
 */
export const mediaPersonalData: PersonalData = {
  name: 'pictures',
  tables: ['media_with_deleted', 'show_media', 'show_gallery', 'media_person', 'album_with_deleted', 'album_media'],
  about: async (db, { id }) => {
    const persons = await listPersonIdsOfUser(db, id);
    if (persons.length === 0) return [];
    return db
      .selectFrom('media_person')
      .innerJoin('media_with_deleted as media', 'media.id', 'media_person.media_id')
      .select(['media.filename', 'media.alt', 'media.credit', 'media.consent', 'media.created_at', 'media.id'])
      .distinct()
      .where('media_person.person_id', 'in', persons)
      .orderBy('media.created_at')
      .orderBy('media.id')
      .execute()
      .then((pictures) => pictures.map(({ id: _, ...picture }) => picture));
  },
  erase: async (tx, { names }, { shownName }) => {
    for (const own of names) {
      for (const table of ['album_with_deleted', 'show_gallery'] as const) {
        await tx.updateTable(table).set({ changed_by: shownName }).where('changed_by', '=', own).execute();
      }
    }
  },
  // Only an admin can judge if the texts about a picture mean this person
  listUrlsToCheck: listUrlsOfPicturesNaming,
};
