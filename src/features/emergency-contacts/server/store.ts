import { givenByOthers } from '#features/shows/server/index.ts';
import type { Reading } from '#platform/server/database/index.ts';

/**
 * Everyone credited in a show who has an account, with whom to call, each once. With `looker`, only those whom others
 * than that user put into it.
 */
export const contactsOf = (db: Reading, showId: string, looker?: string) =>
  db
    .selectFrom('user')
    .select(['user.id', 'user.firstname', 'user.lastname', 'user.e_con_name', 'user.e_con_phone'])
    .where('user.status', '=', 'active')
    .where(
      'user.id',
      'in',
      db
        .selectFrom('user_person')
        .innerJoin('credit', 'credit.person_id', 'user_person.person_id')
        .select('user_person.user_id')
        .where('credit.show_id', '=', showId)
        .$if(looker !== undefined, (people) => people.where(givenByOthers(looker ?? ''))),
    )
    .orderBy('user.id')
    .execute();

/** Names of those credited in a show of whom no user says that it is them. */
export async function withoutAccount(db: Reading, showId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('credit')
    .innerJoin('person', 'person.id', 'credit.person_id')
    .select(['person.name', 'person.name_key', 'person.id'])
    .distinct()
    .where('credit.show_id', '=', showId)
    .where(
      'person.id',
      'not in',
      db
        .selectFrom('user_person')
        .innerJoin('user', 'user.id', 'user_person.user_id')
        .select('user_person.person_id')
        .where('user.status', '=', 'active'),
    )
    .orderBy('person.name_key')
    .orderBy('person.id')
    .execute();
  return rows.map(({ name }) => name);
}

/** How often somebody looked at whichever show's contacts since then. */
export async function looksSince(db: Reading, actorId: string, action: string, since: string): Promise<number> {
  const { looks } = await db
    .selectFrom('audit')
    .select(({ fn }) => fn.countAll().as('looks'))
    .where('actor_id', '=', actorId)
    .where('action', '=', action)
    .where('at', '>', since)
    .executeTakeFirstOrThrow();
  return Number(looks);
}
