import { adminRequiredMessage, mayUse, usersView } from '#features/society/accounts/server/index.ts';
import { isPublicDemo, sharedAccountsMessage } from '#features/society/settings/server/index.ts';
import { createAuditContext, recordAudit } from '#platform/server/audit/index.ts';
import type { Id } from '#platform/server/crypto/ids.ts';
import { type Database, type DbReader, type DbTransaction, write } from '#platform/server/database/index.ts';
import type { PersonalData } from '#platform/server/feature/personal-data.ts';
import { refuse, refuseNotFound } from '#platform/server/http/errors/http-error.ts';
import type { Visitor } from '#platform/server/http/request/visitor.ts';
import type { RouteRegistry } from '#platform/server/http/route-registry.ts';
import { type CallHandler, ok } from '#platform/server/http/routes/call.ts';
import type { PageRequest } from '#platform/server/http/routes/page.ts';
import type { CreditStyle } from '../../credits.ts';
import { type OwnCreditName, setOwnCreditStyle } from '../contract.ts';
import { buildNameKey } from '../similar-names.ts';
import {
  findMergeTarget,
  findPerson,
  listIdsOfPerson,
  listMergedPeople,
  listPersonCredits,
  listPersonIdsOfUser,
  resolveCurrentPersonIds,
} from './store.ts';
import type { PersonTable } from './tables.ts';

/**
 * Links a person to a user. A person has at most one user: a later link replaces the earlier one. `by` is the user who
 * creates the link.
 */
export async function linkPerson(
  tx: DbTransaction,
  { by = null, ...link }: { user_id: Id; person_id: Id; by?: Id | null },
): Promise<void> {
  await tx
    .insertInto('user_person')
    .values({ ...link, linked_by: by })
    .onConflict((clash) => clash.column('person_id').doUpdateSet({ user_id: link.user_id, linked_by: by }))
    .execute();
}

/** Lists the persons who are linked to a user, each with that user. */
export const listLinkedUsers = (db: DbReader) =>
  db
    .selectFrom('user_person')
    .innerJoin(usersView(db).as('user'), 'user.id', 'user_person.user_id')
    .select(['user_person.person_id', 'user.id', 'user.firstname', 'user.lastname', 'user.email'])
    .execute();

export const findLinkedUser = (db: DbReader, person: string) =>
  db
    .selectFrom('user_person')
    .innerJoin(usersView(db).as('user'), 'user.id', 'user_person.user_id')
    .select(['user.id', 'user.firstname', 'user.lastname', 'user.email'])
    .where('user_person.person_id', '=', person)
    .executeTakeFirst();

/** Returns true if the person, or anybody with whom the person was merged, is linked to a user. */
export async function isPersonLinked(db: DbReader, person: Id): Promise<boolean> {
  const current = (await findMergeTarget(db, person))?.id ?? person;
  const link = await db
    .selectFrom('user_person')
    .select('user_id')
    .where('person_id', 'in', await listIdsOfPerson(db, current))
    .limit(1)
    .executeTakeFirst();
  return link !== undefined;
}

/** Removes the links to this user of a person, and of everyone merged into the person. */
export async function unlinkPerson(tx: DbTransaction, person: string, userId: string): Promise<void> {
  await tx
    .deleteFrom('user_person')
    .where('user_id', '=', userId)
    .where('person_id', 'in', await listIdsOfPerson(tx, person))
    .execute();
}

export const listLinkedPersonIds = async (db: DbReader, userId: string): Promise<string[]> =>
  (
    await db.selectFrom('user_person').select('person_id').where('user_id', '=', userId).orderBy('person_id').execute()
  ).map(({ person_id }) => person_id);

export async function listLinkedPersonNames(db: DbReader, userId: Id): Promise<string[]> {
  const credited = await db
    .selectFrom('user_person')
    .innerJoin('person', 'person.id', 'user_person.person_id')
    .select('person.name')
    .where('user_person.user_id', '=', userId)
    .execute();
  return credited.map(({ name }) => name);
}

/** Lists the persons of these users, or of all users, without persons who were merged into others. */
export function listLinkedPersons(db: DbReader, users?: readonly Id[]) {
  const persons = db
    .selectFrom('user_person')
    .innerJoin('person', 'person.id', 'user_person.person_id')
    .leftJoin('person_merge', 'person_merge.person_id', 'person.id')
    .select(['user_person.user_id', 'person.id', 'person.name'])
    .where('person_merge.kept_id', 'is', null)
    .orderBy('person.name')
    .orderBy('person.id');
  return users === undefined
    ? persons.execute()
    : users.length === 0
      ? Promise.resolve([])
      : persons.where('user_person.user_id', 'in', users).execute();
}

/**
 * Refuses changes to people who are linked to an account, except by admins: a person's name and credits determine which
 * shows the account directs, and therefore whose emergency contacts it can see (docs/decisions/0101). Returns true if
 * one of these people is linked.
 * @throws HttpError 403 if one of them is linked and the visitor doesn't have the role admin, or the site is a public
 * demo
 */
export async function guardLinkedPeople(
  db: DbReader,
  { role }: Pick<Visitor, 'role'>,
  people: readonly Id[],
): Promise<boolean> {
  for (const person of people) {
    if (!(await isPersonLinked(db, person))) continue;
    if (role !== 'admin') refuse(403, `This name is linked to a member’s account. ${adminRequiredMessage}`);
    if (await isPublicDemo(db)) refuse(403, sharedAccountsMessage);
    return true;
  }
  return false;
}

/** Sets the style of a person's name in credits, and who chose it: the person, or an admin for them. */
export const setCreditStyle = (tx: DbTransaction, id: string, credit_style: CreditStyle, by: 'owner' | 'admin') =>
  tx.updateTable('person').set({ credit_style, credit_style_by: by }).where('id', '=', id).execute();

/**
 * Returns true if the visitor may change the style. Only an admin may overrule a member's choice, because another
 * style may reveal a former name.
 */
export const mayChangeCreditStyle = (
  { credit_style_by }: Pick<PersonTable, 'credit_style_by'>,
  { role }: Pick<Visitor, 'role'>,
): boolean => credit_style_by !== 'owner' || role === 'admin';

/** Finds another name on a person's credits, or the name of somebody merged into them; "" for none. */
export async function findOtherPrintedName(db: DbReader, { id, name }: { id: string; name: string }): Promise<string> {
  const credits = await listPersonCredits(db, id);
  const printed = credits.find(({ printed_as }) => printed_as !== '' && printed_as !== name)?.printed_as;
  return printed ?? (await listMergedPeople(db, id))[0]?.name ?? '';
}

/** Lists a user's persons that have another printed name, so that the user can choose how credits show it. */
export async function listOwnCreditNames({
  db,
  visitor,
}: Pick<PageRequest, 'db' | 'visitor'>): Promise<OwnCreditName[]> {
  const names: OwnCreditName[] = [];
  for (const id of await listCurrentPersonIdsOfUser(db, visitor.id)) {
    const person = await findPerson(db, id);
    const old = person ? await findOtherPrintedName(db, person) : '';
    if (person && old !== '') names.push({ id, name: person.name, old, credit_style: person.credit_style });
  }
  return names;
}

/** Lists the ids of a user's persons; a merged person is replaced by the remaining person. */
export const listCurrentPersonIdsOfUser = async (db: DbReader, userId: string) => [
  ...new Set((await resolveCurrentPersonIds(db, await listLinkedPersonIds(db, userId))).values()),
];

export function registerOwnCreditStyleRoutes({ call, db }: RouteRegistry): void {
  call(setOwnCreditStyle, { access: mayUse('account_settings') }, changeOwnCreditStyle(db));
}

const changeOwnCreditStyle =
  (db: Database): CallHandler<typeof setOwnCreditStyle> =>
  async (request) => {
    const { person: id, credit_style } = request.body;
    // The response doesn't reveal if somebody else's person exists
    if (!(await listCurrentPersonIdsOfUser(request.db, request.visitor.id)).includes(id)) refuseNotFound();
    const person = (await findPerson(request.db, id)) ?? refuseNotFound();
    const note = { ...createAuditContext(request, 'person.own_credit_style_changed'), subject: id };
    await write(db, async (tx) => {
      await setCreditStyle(tx, id, credit_style, 'owner');
      await recordAudit(tx, { ...note, detail: `${person.name}: ${credit_style}` });
    });
    return ok('Saved. Your credits now show your name this way.');
  };

/** Credits remain when an account is deleted, under the names that the account's owner chose. */
export const creditPersonalData: PersonalData = {
  name: 'credits',
  tables: ['person', 'person_merge', 'user_person', 'credit'],
  about: async (db, { id }) => {
    const persons = await listPersonIdsOfUser(db, id);
    if (persons.length === 0) return { names: [], shows: [] };
    return {
      names: await db
        .selectFrom('person')
        .select(['name', 'credit_style', 'credit_style_by'])
        .where('id', 'in', persons)
        .orderBy('name')
        .orderBy('id')
        .execute(),
      shows: await db
        .selectFrom('credit')
        .innerJoin('person', 'person.id', 'credit.person_id')
        .innerJoin('show', 'show.id', 'credit.show_id')
        .select(['person.name', 'show.title as show', 'show.date', 'credit.kind', 'credit.role', 'credit.printed_as'])
        .where('credit.person_id', 'in', persons)
        .orderBy('show.date')
        .orderBy('credit.id')
        .execute(),
    };
  },
  erase: async (tx, { id, name, names }, { shownName }) => {
    for (const own of names) {
      await tx.updateTable('person_merge').set({ merged_by: shownName }).where('merged_by', '=', own).execute();
    }
    if (shownName === name) return;
    const shown = { name: shownName, name_key: buildNameKey(shownName), credit_style: 'new_only' as const };
    for (const person of await listPersonIdsOfUser(tx, id)) {
      await tx.updateTable('person').set(shown).where('id', '=', person).execute();
      await tx.updateTable('credit').set({ printed_as: '' }).where('person_id', '=', person).execute();
    }
  },
};
