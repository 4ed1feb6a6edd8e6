import { isActiveAccountSql, usersView } from '#features/society/accounts/server/index.ts';
import type { Id } from '#platform/server/crypto/ids.ts';
import type { DbReader } from '#platform/server/database/index.ts';
import type { CalendarDate } from '#platform/shared/dates/dates.ts';
import { isCreditGrantedByOthers } from './directors.ts';

/**
 * Returns the ids of users who are credited in a show. If `looker` is given, credits and account links set by this user
 * don't count.
 */
export const selectUsersCreditedIn = (db: DbReader, showId: Id, looker?: Id) =>
  db
    .selectFrom('user_person')
    .innerJoin('credit', 'credit.person_id', 'user_person.person_id')
    .select('user_person.user_id')
    .where('credit.show_id', '=', showId)
    .$if(looker !== undefined, (people) => people.where(isCreditGrantedByOthers(looker ?? '')));

/**
 * Returns the ids of persons who are credited in a show. If `looker` is given, credits set by this user don't count.
 */
export async function findPeopleCreditedIn(db: DbReader, showId: Id, looker?: Id): Promise<Id[]> {
  const credited = db.selectFrom('credit').select('person_id').distinct().where('show_id', '=', showId);
  const rows = await credited
    .$if(looker !== undefined, (people) =>
      people.where(({ or, eb }) => or([eb('set_by', 'is', null), eb('set_by', '<>', looker ?? '')])),
    )
    .execute();
  return rows.map(({ person_id }) => person_id);
}

/**
 * Lists the members with an enabled account who are credited in a show, with their choice about notifications of the
 * show's posts.
 */
export const listShowMembers = (db: DbReader, showId: Id) =>
  db
    .selectFrom(usersView(db).as('user'))
    .select(['user.id', 'user.email', 'user.firstname', 'user.told_of_posts'])
    .where(isActiveAccountSql)
    .where('user.id', 'in', selectUsersCreditedIn(db, showId))
    .orderBy('user.id')
    .execute();

/**
 * Lists the names of people credited in a show who aren't linked to an enabled account, leaving out the people in
 * `except`.
 */
export async function listCreditedWithoutAccount(
  db: DbReader,
  showId: Id,
  except: ReadonlySet<Id> = new Set(),
): Promise<string[]> {
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
        .innerJoin(usersView(db).as('user'), 'user.id', 'user_person.user_id')
        .select('user_person.person_id')
        .where(isActiveAccountSql),
    )
    .orderBy('person.name_key')
    .orderBy('person.id')
    .execute();
  return rows.filter(({ id }) => !except.has(id)).map(({ name }) => name);
}

/** Lists a user's roles, in billing order, in shows that end on or after a day. */
export const listUserCredits = (db: DbReader, userId: Id, from: CalendarDate) =>
  db
    .selectFrom('user_person')
    .innerJoin('credit', 'credit.person_id', 'user_person.person_id')
    .innerJoin('show', 'show.id', 'credit.show_id')
    .select(['credit.show_id', 'credit.kind', 'credit.role'])
    .where('user_person.user_id', '=', userId)
    .where('show.date', '>=', from)
    .orderBy('credit.kind')
    .orderBy('credit.ord')
    .orderBy('credit.role')
    .orderBy('credit.id')
    .execute();
