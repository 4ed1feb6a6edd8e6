import { currentPerson, everyIdOf, findPerson, isCreditedOnSite } from '#features/archive/shows/people/server/index.ts';
import { showsOnSite } from '#features/archive/shows/server/index.ts';
import type { Reading } from '#platform/server/database/index.ts';

/**
 * Finds a person who may be named on public pages: credited by a show on the site, or tagged in its photographs or
 * videos. People who are only in archived shows, or in none, are not found.
 */
export async function findPublicPerson(db: Reading, id: string) {
  const person = await findPerson(db, id);
  if (!person) return undefined;
  return (await isCreditedOnSite(db, id)) || (await isPhotographedOnSite(db, id)) ? person : undefined;
}

async function isPhotographedOnSite(db: Reading, id: string): Promise<boolean> {
  const ids = await everyIdOf(db, (await currentPerson(db, id))?.id ?? id);
  const found = await db
    .selectFrom('media_person')
    .innerJoin('media', 'media.id', 'media_person.media_id')
    .innerJoin('show_media', 'show_media.media_id', 'media.id')
    .innerJoin(showsOnSite(db).as('show'), 'show.id', 'show_media.show_id')
    .select('media.id')
    .where('media_person.person_id', 'in', ids)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}
