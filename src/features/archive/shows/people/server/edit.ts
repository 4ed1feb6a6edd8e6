import type { Id } from '#platform/server/crypto/ids.ts';
import type { DbReader, DbTransaction } from '#platform/server/database/index.ts';
import type { Visitor } from '#platform/server/http/request/visitor.ts';
import type { Instant } from '#platform/shared/dates/dates.ts';
import { buildNameKey } from '../similar-names.ts';
import { incrementShowVersions, loadMerges, requireUnmergedPerson, resolveCurrentPersonId } from './store.ts';
import type { PersonTable } from './tables.ts';
import { guardLinkedPeople } from './user-persons.ts';

/**
 * Renames a person. Credits that were printed under the old name keep that name if `keepsPrinted` is true or lists
 * them. Returns the ids of the credits that were printed under the new name; undefined if a person with the new name
 * already exists, because the two may be the same person.
 *
 * @throws HttpError 409 for a merged person, 403 for a linked person unless the visitor has the role admin and the site
 * isn't a public demo
 */
export async function renamePerson(
  tx: DbTransaction,
  {
    id,
    from,
    to,
    keepsPrinted,
    visitor,
    now,
  }: {
    id: string;
    from: string;
    to: string;
    keepsPrinted: boolean | readonly Id[];
    visitor: Pick<Visitor, 'role'>;
    now: Instant;
  },
): Promise<Id[] | undefined> {
  await requireUnmergedPerson(tx, { id, name: from });
  await guardLinkedPeople(tx, visitor, [id]);
  const other = await tx
    .selectFrom('person')
    .leftJoin('person_merge', 'person_merge.person_id', 'person.id')
    .select('person.id')
    .where('person.name_key', '=', buildNameKey(to))
    .where('person.id', '<>', id)
    .where('person_merge.kept_id', 'is', null)
    .executeTakeFirst();
  if (other) return undefined;
  await tx
    .updateTable('person')
    .set({ name: to, name_key: buildNameKey(to) })
    .where('id', '=', id)
    .execute();
  const theirs = tx.updateTable('credit').where('person_id', '=', id).where('merged_from', 'is', null);
  await incrementShowVersions(tx, selectShows(tx).where('person_id', '=', id).where('merged_from', 'is', null), {
    now,
  });
  const printed = theirs.set({ printed_as: from }).where('printed_as', '=', '');
  if (keepsPrinted === true) await printed.execute();
  else if (keepsPrinted && keepsPrinted.length > 0) await printed.where('id', 'in', keepsPrinted).execute();
  const resetCredits = await theirs.set({ printed_as: '' }).where('printed_as', '=', to).returning('id').execute();
  return resetCredits.map((credit) => credit.id);
}

/** Starts a query of the shows that have credits; the caller adds the conditions. */
const selectShows = (db: DbReader) => db.selectFrom('credit').select('show_id');

interface MergeInput {
  /** The person to be merged into the person `into`. */
  person: string;
  into: string;
  /** The name of the user who merges the two persons. */
  by: string;
  /**
   * The user on whose authority the two persons are merged; undefined for an admin. The moved credits are recorded as
   * set by this user, because a credit gives no rights to the user who set it.
   */
  responsible?: Id | undefined;
}

/** The reason why two persons can't be merged. */
export type MergeRefusalReason = 'the same' | 'merged before' | 'two users';

/**
 * Merges two persons, or returns the reason why they can't be merged. The remaining person takes over the other's
 * credits, which stay as printed. If only one of the two is linked to a user, the link then covers both. The stronger of
 * the two persons' credit-style choices applies. The changes are recorded, so that `unmergePerson` can undo them at any
 * time.
 */
export async function mergePeople(
  tx: DbTransaction,
  { person, into, by, responsible }: MergeInput,
  now: Instant,
): Promise<MergeRefusalReason | undefined> {
  const merged = await loadMerges(tx);
  const current = resolveCurrentPersonId(merged, into);
  if (current === person) return 'the same';
  if (merged.has(person)) return 'merged before';
  const [user, currentUser] = [await findUserId(tx, person), await findUserId(tx, current)];
  if (user !== undefined && currentUser !== undefined && user !== currentUser) return 'two users';
  const carries = user !== undefined && currentUser === undefined;
  if (carries)
    await tx
      .insertInto('user_person')
      .values({ user_id: user, person_id: current, linked_by: responsible ?? null })
      .execute();
  const { name } = await findNameAndStyle(tx, person);
  await tx
    .insertInto('person_merge')
    .values({
      ...{ person_id: person, kept_id: current, carried_user: carries ? 1 : 0, merged_at: now, merged_by: by },
      ...(await carryStyle(tx, { person, current })),
    })
    .execute();
  await incrementShowVersions(tx, selectShows(tx).where('person_id', '=', person), { now });
  const theirs = tx.updateTable('credit').where('person_id', '=', person);
  await theirs.set({ printed_as: name }).where('printed_as', '=', '').execute();
  await theirs.set(({ fn, ref, val }) => ({ merged_from: fn.coalesce(ref('merged_from'), val(person)) })).execute();
  if (responsible !== undefined) await theirs.set({ set_by: responsible }).execute();
  await theirs.set({ person_id: current }).execute();
  return undefined;
}

/** Undoes a merge: the person gets back everything that the merge moved. Returns false if the person wasn't merged. */
export async function unmergePerson(
  tx: DbTransaction,
  person: string,
  { now, responsible }: { now: Instant; responsible?: MergeInput['responsible'] },
): Promise<boolean> {
  const merge = await tx.selectFrom('person_merge').selectAll().where('person_id', '=', person).executeTakeFirst();
  if (!merge) return false;
  await tx.deleteFrom('person_merge').where('person_id', '=', person).execute();
  const merged = await loadMerges(tx);
  const company = [person, ...[...merged.keys()].filter((id) => resolveCurrentPersonId(merged, id) === person)];
  await incrementShowVersions(tx, selectShows(tx).where('merged_from', 'in', company), { now });
  const back = { person_id: person, ...(responsible === undefined ? {} : { set_by: responsible }) };
  await tx.updateTable('credit').set(back).where('merged_from', 'in', company).execute();
  const { name, ...style } = await findNameAndStyle(tx, person);
  const { kept_id, kept_style: credit_style, kept_style_by: credit_style_by } = merge;
  if (credit_style !== '' && credit_style_by !== '') {
    // Restores the remaining person's earlier style, unless somebody has changed the style since the merge
    const { numUpdatedRows } = await tx
      .updateTable('person')
      .set({ credit_style, credit_style_by })
      .where('id', '=', kept_id)
      .where('credit_style', '=', style.credit_style)
      .where('credit_style_by', '=', style.credit_style_by)
      .executeTakeFirst();
    if (numUpdatedRows > 0n) await carryOtherStyles(tx, kept_id);
  }
  const theirs = tx.updateTable('credit').where('merged_from', '=', person);
  await theirs.set({ printed_as: '' }).where('printed_as', '=', name).execute();
  await theirs.set({ merged_from: null }).execute();
  await separateUserLinks(tx, person, merge);
  return true;
}

const findNameAndStyle = (db: DbReader, person: Id) =>
  db
    .selectFrom('person')
    .select(['name', 'credit_style', 'credit_style_by'])
    .where('id', '=', person)
    .executeTakeFirstOrThrow();

/**
 * Gives the remaining person the stronger of the two persons' credit-style choices. Returns the remaining person's
 * former choice, which can be restored later; "" if that choice didn't change.
 */
async function carryStyle(tx: DbTransaction, { person, current }: Record<'person' | 'current', Id>) {
  const { name: _, ...style } = await findNameAndStyle(tx, person);
  const kept = await findNameAndStyle(tx, current);
  if (rankCreditStyle(style) <= rankCreditStyle(kept)) return { kept_style: '', kept_style_by: '' } as const;
  await tx.updateTable('person').set(style).where('id', '=', current).execute();
  return { kept_style: kept.credit_style, kept_style_by: kept.credit_style_by };
}

/** After an unmerge, applies the strongest remaining credit-style choice among the people merged into `current`. */
async function carryOtherStyles(tx: DbTransaction, current: Id): Promise<void> {
  const others = await tx
    .selectFrom('person_merge')
    .select('person_id')
    .where('kept_id', '=', current)
    .orderBy('merged_at')
    .execute();
  for (const { person_id } of others) {
    const carried = await carryStyle(tx, { person: person_id, current });
    if (carried.kept_style === '') continue;
    await tx.updateTable('person_merge').set(carried).where('person_id', '=', person_id).execute();
  }
}

/**
 * Ranks credit-style choices for a merge. The strongest is the owner's "new name only", then the owner's other choices,
 * then an admin's choice, then none.
 */
function rankCreditStyle({
  credit_style,
  credit_style_by,
}: Pick<PersonTable, 'credit_style' | 'credit_style_by'>): number {
  if (credit_style_by === 'owner') return credit_style === 'new_only' ? 3 : 2;
  return credit_style_by === 'admin' || credit_style !== 'as_printed' ? 1 : 0;
}

/**
 * Separates the links to a user. If both persons are linked to one user, one link is removed: that of the remaining
 * person if the merge created it, otherwise that of the other person.
 */
async function separateUserLinks(
  tx: DbTransaction,
  person: string,
  { kept_id, carried_user }: { kept_id: string; carried_user: 0 | 1 },
) {
  const user = await findUserId(tx, person);
  if (user === undefined || (await findUserId(tx, kept_id)) !== user) return;
  await tx
    .deleteFrom('user_person')
    .where('person_id', '=', carried_user === 1 ? kept_id : person)
    .execute();
}

const findUserId = async (db: DbReader, person: string) =>
  (await db.selectFrom('user_person').select('user_id').where('person_id', '=', person).executeTakeFirst())?.user_id;
