import { currentPerson, everyIdOf, findPerson, isCreditedOnSite } from '#features/shows/people/server/index.ts';
import { showsOnSite } from '#features/shows/server/index.ts';
import type { Reading } from '#platform/server/database/index.ts';

/**
 * A credited name for public pages: of somebody whom a show on the site credits, or a photograph or a film of one shows. Whoever
 * is only in archived shows is as invisible as these, and so is whoever was taken out of every show.
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
