import { listPersonIdsOfUser } from '#features/archive/shows/people/server/index.ts';
import type { DbReader } from '#platform/server/database/index.ts';
import { createMentionPattern, type DataSubject, type PersonalData } from '#platform/server/feature/personal-data.ts';
import { manageMediaPath } from '../paths.ts';

/** Returns links for an admin to the searches in Manage Media that find the pictures whose texts name somebody. */
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
 * The pictures in which a person is tagged, with the notes about consent. Pictures belong to the society, so they
 * aren't erased.
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
