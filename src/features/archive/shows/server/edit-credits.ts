import { findUser } from '#features/society/accounts/server/index.ts';
import type { Id } from '#platform/server/crypto/ids.ts';
import { type DbReader, type DbTransaction, runInBatches } from '#platform/server/database/index.ts';
import { refuse } from '#platform/server/http/errors/http-error.ts';
import type { Instant } from '#platform/shared/dates/dates.ts';
import { cleanLine } from '#platform/shared/text/clean-line.ts';
import { foldText } from '#platform/shared/text/text.ts';
import { formatCreditName } from '../credits.ts';
import type { SaveShowBody } from '../edit-contract.ts';
import {
  findOrCreatePeople,
  incrementShowVersions,
  resolveCreditedPerson,
  resolveCurrentPersonIds,
} from '../people/server/index.ts';
import { listShowCredits } from './store.ts';
import type { CreditTable } from './tables.ts';

/** Lists a show's credits under the names as printed. Some people have hidden theirs, so visitors never get this list. */
export const listPrintedCredits = (db: DbReader, showId: Id) =>
  listNamedCredits(db, showId, ({ name, printed_as }) => formatCreditName(name, printed_as, 'as_printed'));

/** Lists the credits for the public: each person under the name that their credit style shows. */
export const listPublicCredits = (db: DbReader, showId: Id) =>
  listNamedCredits(db, showId, ({ name, printed_as, credit_style }) =>
    formatCreditName(name, printed_as, credit_style),
  );

type Credit = Awaited<ReturnType<typeof listShowCredits>>[number];

async function listNamedCredits(db: DbReader, showId: Id, nameOf: (credit: Credit) => string) {
  return (await listShowCredits(db, showId)).map((credit) => ({
    id: credit.credit,
    name: nameOf(credit),
    role: credit.role,
    kind: credit.kind,
  }));
}

type CreditAssignment = Pick<CreditTable, 'person_id' | 'merged_from' | 'printed_as' | 'role' | 'set_by'>;

/**
 * Changes the name or the role of a credit, or both; "" leaves a value unchanged. Returns the former values; undefined
 * if the credit no longer exists.
 */
export async function updateCredit(
  tx: DbTransaction,
  { id, name, role, now, by }: { id: Id; name: string; role: string; now: Instant; by: Id },
): Promise<CreditAssignment | undefined> {
  const before = await findCredit(tx, id);
  if (!before) return undefined;
  const { show_id, person_id, merged_from, printed_as, set_by } = before;
  const whose =
    name === ''
      ? { person_id, merged_from, printed_as }
      : (await findOrCreatePeople(tx, [name], now, { showId: show_id })).creditedTo(name);
  await reassignCredit(tx, { id, showId: show_id, whose: { ...whose, role: role || before.role, set_by: by }, now });
  return { person_id, merged_from, printed_as, role: before.role, set_by };
}

/** Changes the person of a credit, and its role. */
export async function reassignCredit(
  tx: DbTransaction,
  { id, showId, whose, now }: { id: Id; showId: Id; whose: CreditAssignment; now: Instant },
): Promise<void> {
  const set_by = await findRemainingUserId(tx, whose.set_by);
  await tx
    .updateTable('credit')
    .set({ ...whose, ...(await resolveCreditedPerson(tx, whose)), set_by })
    .where('id', '=', id)
    .execute();
  await incrementShowVersions(tx, [showId], { now });
}

/**
 * Finds the place of a new credit in the billing: next to the credits with the same role (`same`), or else at the end.
 */
export async function findPlaceInBilling(
  tx: DbTransaction,
  { showId, kind, role }: Pick<CreditTable, 'kind' | 'role'> & { showId: Id },
) {
  const credits = await tx
    .selectFrom('credit')
    .select(['role', 'ord', 'place', 'person_id'])
    .where('show_id', '=', showId)
    .where('kind', '=', kind)
    .orderBy('ord')
    .execute();
  const same = credits.filter((credit) => foldText(credit.role) === foldText(role));
  const ord = same[0]?.ord ?? Math.max(0, credits.at(-1)?.ord ?? 0) + 1;
  const place = Math.max(-1, ...same.map((credit) => credit.place)) + 1;
  return { same, billing: { role: same[0]?.role ?? role, ord, place } };
}

export async function addCredit(
  tx: DbTransaction,
  {
    id,
    showId,
    kind,
    name,
    role,
    now,
    by,
  }: Pick<CreditTable, 'id' | 'kind' | 'role'> & { showId: Id; name: string; now: Instant; by: Id },
): Promise<void> {
  const { billing } = await findPlaceInBilling(tx, { showId, kind, role });
  const whose = (await findOrCreatePeople(tx, [name], now, { showId })).creditedTo(name);
  await tx
    .insertInto('credit')
    .values({ id, show_id: showId, kind, ...billing, ...whose, set_by: by })
    .execute();
  await incrementShowVersions(tx, [showId], { now });
}

/** Deletes a credit and returns its whole row, so that it can be restored; undefined if the credit doesn't exist. */
export async function removeCredit(tx: DbTransaction, id: Id, now: Instant): Promise<CreditTable | undefined> {
  const credit = await findCredit(tx, id);
  if (!credit) return undefined;
  await tx.deleteFrom('credit').where('id', '=', id).execute();
  await incrementShowVersions(tx, [credit.show_id], { now });
  return credit;
}

export async function restoreCredit(tx: DbTransaction, credit: CreditTable, now: Instant): Promise<void> {
  const set_by = await findRemainingUserId(tx, credit.set_by);
  await tx
    .insertInto('credit')
    .values({ ...credit, ...(await resolveCreditedPerson(tx, credit)), set_by })
    .execute();
  await incrementShowVersions(tx, [credit.show_id], { now });
}

/** Returns the user's id, or null if the account no longer exists. */
async function findRemainingUserId(tx: DbTransaction, user: Id | null): Promise<Id | null> {
  if (user === null) return null;
  return (await findUser(tx, user))?.id ?? null;
}

const findCredit = (db: DbReader, id: Id) =>
  db.selectFrom('credit').selectAll().where('id', '=', id).executeTakeFirst();

type Sent = NonNullable<SaveShowBody['roles']>;

/** The maximum number of credits, which is more than the largest pageant has. */
const maxCredits = 5000;

/**
 * Resolves the submitted roles: looks up everybody in them, and creates people given by name only. If several people
 * have the same name, one who is in the show already is preferred.
 *
 * @throws HttpError 400 if a person doesn't exist, or if there are too many credits
 */
export async function findOrCreateRolePeople(
  tx: DbTransaction,
  roles: Sent,
  { showId, now }: { showId: Id; now: Instant },
): Promise<ResolvedRole[]> {
  const sent = roles.map(({ members, role, cast_or_crew, orderVal }) => ({
    kind: cast_or_crew,
    role: cleanLine(role),
    ord: orderVal,
    people: members
      .map((member) => (typeof member === 'string' ? { id: member } : member))
      .map((member) => ({ credit: '', ...member, id: member.id ?? '', name: cleanLine(member.name ?? '') }))
      .filter(({ id, name }) => id !== '' || name !== ''),
  }));
  const all = sent.flatMap(({ people }) => people);
  if (all.length > maxCredits) refuse(400, tooManyCreditsMessage, { roles: tooManyCreditsMessage });
  const names = all.flatMap(({ id, name }) => (id === '' ? [name] : []));
  const { creditedTo } = await findOrCreatePeople(tx, names, now, { showId });
  const known = await resolveCurrentPersonIds(
    tx,
    await listExistingPersonIds(tx, [...new Set(all.flatMap(({ id }) => (id === '' ? [] : [id])))]),
  );

  const found = ({ id, name }: (typeof all)[number]) => {
    if (id === '') return creditedTo(name);
    const current = known.get(id);
    if (current === undefined) return refuse(400, missingPersonMessage, { roles: missingPersonMessage });
    return { person_id: current, merged_from: current === id ? null : id, printed_as: undefined };
  };
  return sent.map(({ people, ...role }) => ({
    ...role,
    people: people.map((person) => {
      const { printed_as, ...who } = found(person);
      const printed = person.as === undefined ? printed_as : cleanLine(person.as);
      return { ...who, credit: person.credit ?? '', printed_as: printed };
    }),
  }));
}

const tooManyCreditsMessage = `A show can have ${maxCredits.toLocaleString('en-GB')} credits at most.`;
const missingPersonMessage = 'Someone in the cast or crew is no longer in the archive. Remove them and add them again.';

async function listExistingPersonIds(tx: DbTransaction, ids: readonly string[]): Promise<string[]> {
  const found: string[] = [];
  await runInBatches(ids, async (batch) => {
    const rows = await tx.selectFrom('person').select('id').where('id', 'in', batch).execute();
    found.push(...rows.map(({ id }) => id));
  });
  return found;
}

/** A show's credit as stored in the database. */
export type StoredCredit = Omit<CreditTable, 'show_id'>;

/** A person of a submitted role, already looked up. */
export interface ResolvedPerson {
  /** The id of the show's existing credit; "" if the request doesn't give one. */
  credit: string;
  person_id: string;
  merged_from: string | null;
  /** The name as printed; undefined leaves it unchanged. */
  printed_as: string | undefined;
}

export interface ResolvedRole {
  kind: 'cast' | 'crew';
  role: string;
  ord: number;
  people: readonly ResolvedPerson[];
}

/**
 * Returns a show's credits after a save. A credit keeps its id and printed name when its role is renamed or moved. A
 * person has each role once, plus once for each person merged into them (needed to undo a merge). New credits have no
 * id. New credits and credits whose role has changed are attributed to `by`.
 */
export function reconcileCredits(
  current: readonly StoredCredit[],
  roles: readonly ResolvedRole[],
  by: string,
): (StoredCredit | Omit<StoredCredit, 'id'>)[] {
  const before = current.map((credit) => ({
    ...credit,
    credit: credit.id,
    part: foldText(credit.role),
    stored: credit,
  }));
  const wanted = roles.flatMap(({ people, ...role }) => {
    const part = foldText(role.role);
    return people.map((person) => ({ ...role, part, credit: person.credit, person_id: person.person_id, person }));
  });
  const found = new Map<(typeof wanted)[number], StoredCredit>();
  const claimed = new Set<StoredCredit>();
  // Credits are indexed by key, so that the time is proportional to their number
  const claim = (keyOf: (one: Pick<(typeof wanted)[number], 'kind' | 'part' | 'credit'>) => string) => {
    if (claimed.size === before.length) return;
    const key = (one: (typeof wanted)[number] | (typeof before)[number]) => `${one.person_id} ${keyOf(one)}`;
    const free = Map.groupBy(before.filter((one) => !claimed.has(one.stored)).toReversed(), key);
    for (const want of wanted) {
      if (found.has(want)) continue;
      const theirs = free.get(key(want))?.pop()?.stored;
      if (!theirs) continue;
      found.set(want, theirs);
      claimed.add(theirs);
    }
  };
  claim(({ credit }) => credit);
  claim(({ kind, part }) => `${kind} ${part}`);
  claim(({ kind }) => kind);
  claim(() => '');

  const partOf = ({ kind, ord, role, person_id }: (typeof wanted)[number]) => `${kind} ${ord} ${role} ${person_id}`;
  const seen = new Set<string>();
  const have = new Set([...found.keys()].map(partOf));
  const shared = new Map<string, number>();
  return wanted.flatMap((want): (StoredCredit | Omit<StoredCredit, 'id'>)[] => {
    const { kind, role, ord, person } = want;
    const { person_id, merged_from, printed_as } = person;
    const theirs = found.get(want);
    if (!theirs && have.has(partOf(want))) return [];
    const key = `${partOf(want)} ${theirs?.merged_from ?? ''}`;
    if (seen.has(key)) return [];
    seen.add(key);
    const part = `${kind} ${ord} ${role}`;
    const place = shared.get(part) ?? 0;
    shared.set(part, place + 1);
    if (theirs) {
      const set_by = theirs.kind === kind && foldText(theirs.role) === want.part ? theirs.set_by : by;
      return [{ ...theirs, kind, role, ord, place, printed_as: printed_as ?? theirs.printed_as, set_by }];
    }
    return [{ person_id, merged_from, kind, role, ord, place, printed_as: printed_as ?? '', set_by: by }];
  });
}
