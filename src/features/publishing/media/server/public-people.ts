import {
  findMergeTarget,
  findPerson,
  isCreditedOnSite,
  listIdsOfPerson,
} from '#features/archive/shows/people/server/index.ts';
import { selectShowsOnSite } from '#features/archive/shows/server/index.ts';
import type { DbReader } from '#platform/server/database/index.ts';

/**
 * Finds a person who may be named on public pages: credited in a show on the site, or tagged in its photographs or
 * videos. People who are only in archived shows, or in none, are not found.
 */
export async function findPublicPerson(db: DbReader, id: string) {
  const person = await findPerson(db, id);
  if (!person) return undefined;
  return (await isCreditedOnSite(db, id)) || (await isPhotographedOnSite(db, id)) ? person : undefined;
}

async function isPhotographedOnSite(db: DbReader, id: string): Promise<boolean> {
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
