import type { ExpressionBuilder } from 'kysely';
import {
  adminRequiredMessage,
  isActiveAccountSql,
  mayManageShow,
  usersView,
} from '#features/society/accounts/server/index.ts';
import type { Id } from '#platform/server/crypto/ids.ts';
import type { DbReader, Tables } from '#platform/server/database/index.ts';
import { refuse } from '#platform/server/http/errors/http-error.ts';
import type { Visitor } from '#platform/server/http/request/visitor.ts';
import type { PageRequest } from '#platform/server/http/routes/page.ts';
import type { CalendarDate } from '#platform/shared/dates/dates.ts';
import { isDirectorOrProducer } from '../credits.ts';
import { isOnSite } from '../paths.ts';
import { findShowEvenIfArchived } from './store.ts';

/**
 * Lists the spellings of directing roles that credits have. They are recognised here and not in SQL, because databases
 * differ in how they fold letters.
 */
async function listDirectingRoles(db: DbReader): Promise<string[]> {
  const roles = await db.selectFrom('credit').select('role').distinct().where('kind', '=', 'crew').execute();
  return roles.map(({ role }) => role).filter(isDirectorOrProducer);
}

/** Lists the directing credits of all shows, with the data for `formatCreditName`, by role, then in billing order. */
export async function listDirectingCredits(db: DbReader) {
  const roles = await listDirectingRoles(db);
  if (roles.length === 0) return [];
  return db
    .selectFrom('credit')
    .innerJoin('person', 'person.id', 'credit.person_id')
    .select(['credit.show_id', 'person.name', 'person.credit_style', 'credit.printed_as'])
    .where('credit.kind', '=', 'crew')
    .where('credit.role', 'in', roles)
    .orderBy('credit.role')
    .orderBy('credit.ord')
    .orderBy('credit.place')
    .orderBy('credit.id')
    .execute();
}

/**
 * Matches credits that give a user rights. The user must have set neither the credit nor the link between the credited
 * person and their account, because nobody can give themselves rights (docs/decisions/0023).
 */
export const isCreditGrantedByOthersSql =
  (user: Id | 'user_person.user_id') =>
  ({ eb, or, and, ref, val }: ExpressionBuilder<Tables, 'credit' | 'user_person'>) => {
    const them = user === 'user_person.user_id' ? ref('user_person.user_id') : val(user);
    return and([
      or([eb('credit.set_by', 'is', null), eb('credit.set_by', '<>', them)]),
      or([eb('user_person.linked_by', 'is', null), eb('user_person.linked_by', '<>', them)]),
    ]);
  };

/**
 * Lists the users who may sign in and whom somebody else has credited as director or producer of one of these shows, in
 * billing order. A changed account invalidates no cached value, so never cache anything derived from this list.
 */
export async function listDirectingUsers(db: DbReader, shows: readonly Id[]): Promise<{ show_id: Id; id: Id }[]> {
  if (shows.length === 0) return [];
  const rows = await db
    .selectFrom('credit')
    .innerJoin('user_person', 'user_person.person_id', 'credit.person_id')
    .innerJoin(usersView(db).as('user'), 'user.id', 'user_person.user_id')
    .select(['credit.show_id', 'credit.role', 'user.id'])
    .where('credit.show_id', 'in', shows)
    .where('credit.kind', '=', 'crew')
    .where(isActiveAccountSql)
    .where(isCreditGrantedByOthersSql('user_person.user_id'))
    .orderBy('credit.ord')
    .orderBy('credit.place')
    .orderBy('user.id')
    .execute();
  return rows.filter(({ role }) => isDirectorOrProducer(role)).map(({ show_id, id }) => ({ show_id, id }));
}

/**
 * Refuses a directing credit set by a user who has Admin Tools but neither the role admin nor the right to change
 * shows: the credit would open the show's emergency contacts to anybody whom the user chooses.
 * @throws HttpError 403
 */
export function guardDirectingCredit({ role, may }: Visitor, credit: { kind: 'cast' | 'crew'; role: string }): void {
  if (credit.kind === 'cast' || !isDirectorOrProducer(credit.role) || role === 'admin' || may.shows_write === true)
    return;
  refuse(403, `Directors and producers can see their show’s emergency contacts. ${adminRequiredMessage}`);
}

/** Lists the ids of the users who direct or produce a show, each once. */
export const listDirectorAndProducerUserIds = async (db: DbReader, showId: Id): Promise<Id[]> => [
  ...new Set((await listDirectingUsers(db, [showId])).map(({ id }) => id)),
];

/**
 * Finds a show on the site for one of its pages, or for a change made there; undefined for an archived show, unless the
 * visitor manages it.
 *
 * @throws HttpError 404 for an archived show that the visitor manages, with a message that it is archived
 */
export async function findShowToOpen({ db, visitor }: Pick<PageRequest, 'db' | 'visitor'>, id: Id) {
  const show = await findShowEvenIfArchived(db, id);
  if (!show || isOnSite(show)) return show;
  if (!visitor.signedIn || !mayManageShow.allows(visitor, { directors: await listDirectorAndProducerUserIds(db, id) }))
    return undefined;
  const whoRestores = visitor.may.shows_write
    ? 'You can restore it in Manage Shows.'
    : 'Somebody who manages shows can restore it.';
  return refuse(404, `${show.title} is archived, so its pages are closed. Nothing has been deleted. ${whoRestores}`);
}

/**
 * Returns true if the user directs or produces any show, including past, cancelled and archived ones. Credits that
 * users have given themselves don't count.
 */
export async function directsAnyShow(db: DbReader, user: Id): Promise<boolean> {
  const credits = await db
    .selectFrom('credit')
    .innerJoin('show', 'show.id', 'credit.show_id')
    .innerJoin('user_person', 'user_person.person_id', 'credit.person_id')
    .select('credit.role')
    .distinct()
    .where('user_person.user_id', '=', user)
    .where('credit.kind', '=', 'crew')
    .where(isCreditGrantedByOthersSql(user))
    .execute();
  return credits.some(({ role }) => isDirectorOrProducer(role));
}

/**
 * Selects the ids of users who are credited in a show. If `viewer` is given, credits and account links set by this user
 * don't count.
 */
export const selectCreditedUserIds = (db: DbReader, showId: Id, viewer?: Id) =>
  db
    .selectFrom('user_person')
    .innerJoin('credit', 'credit.person_id', 'user_person.person_id')
    .select('user_person.user_id')
    .where('credit.show_id', '=', showId)
    .$if(viewer !== undefined, (people) => people.where(isCreditGrantedByOthersSql(viewer ?? '')));

/**
 * Returns the ids of persons who are credited in a show. If `viewer` is given, credits set by this user don't count.
 */
export async function listCreditedPersonIds(db: DbReader, showId: Id, viewer?: Id): Promise<Id[]> {
  const credited = db.selectFrom('credit').select('person_id').distinct().where('show_id', '=', showId);
  const rows = await credited
    .$if(viewer !== undefined, (people) =>
      people.where(({ or, eb }) => or([eb('set_by', 'is', null), eb('set_by', '<>', viewer ?? '')])),
    )
    .execute();
  return rows.map(({ person_id }) => person_id);
}

/**
 * Lists the members with an enabled account who are credited in a show, with their choice about notifications of the
 * show's posts.
 */
export const listCreditedMembers = (db: DbReader, showId: Id) =>
  db
    .selectFrom(usersView(db).as('user'))
    .select(['user.id', 'user.email', 'user.firstname', 'user.told_of_posts'])
    .where(isActiveAccountSql)
    .where('user.id', 'in', selectCreditedUserIds(db, showId))
    .orderBy('user.id')
    .execute();

/**
 * Lists the names of people credited in a show who aren't linked to an enabled account, leaving out the people in
 * `except`.
 */
export async function listCreditedNamesWithoutAccount(
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

/**
 * Lists a user's roles, in billing order, in shows whose date of the last performance is on or after a day. A month or
 * a year counts as its first day.
 */
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
