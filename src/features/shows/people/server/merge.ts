import type { Id } from '#platform/server/crypto/ids.ts';
import type { Reading, Writing } from '#platform/server/database/index.ts';
import type { Instant } from '#platform/shared/dates.ts';
import { changeShowsWith } from './credited-shows.ts';
import { currentIdOf, merges } from './store.ts';
import type { PersonTable } from './tables.ts';

export interface Merge {
  /** The person who stays. */
  person: string;
  into: string;
  /** The name of whoever merges. */
  by: string;
  /**
   * That user, unless they are an admin: credits that they move count as given by themselves, and give them no rights.
   */
  word?: Id | undefined;
}

/** Why two persons can't be merged. */
export type MergeFault = 'the same' | 'merged before' | 'two users';

/**
 * Merges two persons: the credits of one become the other's, and stay as printed; so does a choice of how they show their
 * name. What moved is recorded, so that `unmergePerson` can undo it at any time.
 */
export async function mergePeople(
  tx: Writing,
  { person, into, by, word }: Merge,
  now: Instant,
): Promise<MergeFault | undefined> {
  const merged = await merges(tx);
  const current = currentIdOf(merged, into);
  if (current === person) return 'the same';
  if (merged.has(person)) return 'merged before';
  const [user, currentUser] = [await userOf(tx, person), await userOf(tx, current)];
  if (user !== undefined && currentUser !== undefined && user !== currentUser) return 'two users';
  const carries = user !== undefined && currentUser === undefined;
  if (carries)
    await tx
      .insertInto('user_person')
      .values({ user_id: user, person_id: current, linked_by: word ?? null })
      .execute();
  const { name, ...style } = await styledName(tx, person);
  const { name: _, ...keptStyle } = await styledName(tx, current);
  const restyles = weightOf(style) > weightOf(keptStyle);
  if (restyles) await tx.updateTable('person').set(style).where('id', '=', current).execute();
  await tx
    .insertInto('person_merge')
    .values({
      ...{ person_id: person, kept_id: current, carried_user: carries ? 1 : 0, merged_at: now, merged_by: by },
      kept_style: restyles ? keptStyle.credit_style : '',
      kept_style_by: restyles ? keptStyle.credit_style_by : '',
    })
    .execute();
  await changeShowsWith(tx, (credit) => credit.where('person_id', '=', person), now);
  const theirs = tx.updateTable('credit').where('person_id', '=', person);
  await theirs.set({ printed_as: name }).where('printed_as', '=', '').execute();
  await theirs.set(({ fn, ref, val }) => ({ merged_from: fn.coalesce(ref('merged_from'), val(person)) })).execute();
  if (word !== undefined) await theirs.set({ set_by: word }).execute();
  await theirs.set({ person_id: current }).execute();
  return undefined;
}

/** Undoes a merge: everything that came with the person goes back with them. False when they weren't merged. */
export async function unmergePerson(
  tx: Writing,
  person: string,
  { now, word }: { now: Instant; word?: Merge['word'] },
): Promise<boolean> {
  const merge = await tx.selectFrom('person_merge').selectAll().where('person_id', '=', person).executeTakeFirst();
  if (!merge) return false;
  await tx.deleteFrom('person_merge').where('person_id', '=', person).execute();
  const merged = await merges(tx);
  const company = [person, ...[...merged.keys()].filter((id) => currentIdOf(merged, id) === person)];
  await changeShowsWith(tx, (credit) => credit.where('merged_from', 'in', company), now);
  const back = { person_id: person, ...(word === undefined ? {} : { set_by: word }) };
  await tx.updateTable('credit').set(back).where('merged_from', 'in', company).execute();
  const { name, ...style } = await styledName(tx, person);
  const { kept_id, kept_style: credit_style, kept_style_by: credit_style_by } = merge;
  if (credit_style !== '' && credit_style_by !== '') {
    // Unless it has been chosen anew since
    await tx
      .updateTable('person')
      .set({ credit_style, credit_style_by })
      .where('id', '=', kept_id)
      .where('credit_style', '=', style.credit_style)
      .where('credit_style_by', '=', style.credit_style_by)
      .execute();
  }
  const theirs = tx.updateTable('credit').where('merged_from', '=', person);
  await theirs.set({ printed_as: '' }).where('printed_as', '=', name).execute();
  await theirs.set({ merged_from: null }).execute();
  await partUsers(tx, person, merge);
  return true;
}

const styledName = (db: Reading, person: Id) =>
  db
    .selectFrom('person')
    .select(['name', 'credit_style', 'credit_style_by'])
    .where('id', '=', person)
    .executeTakeFirstOrThrow();

/** Of two choices of how credits show a name, the heavier one stays: its owner's, then any at all. */
const weightOf = ({ credit_style, credit_style_by }: Pick<PersonTable, 'credit_style' | 'credit_style_by'>) =>
  credit_style_by === 'owner' ? 2 : credit_style_by === 'admin' || credit_style !== 'as_printed' ? 1 : 0;

/** If both belong to one user, it stays with the person that brought it. */
async function partUsers(
  tx: Writing,
  person: string,
  { kept_id, carried_user }: { kept_id: string; carried_user: 0 | 1 },
) {
  const user = await userOf(tx, person);
  if (user === undefined || (await userOf(tx, kept_id)) !== user) return;
  await tx
    .deleteFrom('user_person')
    .where('person_id', '=', carried_user === 1 ? kept_id : person)
    .execute();
}

const userOf = async (db: Reading, person: string) =>
  (await db.selectFrom('user_person').select('user_id').where('person_id', '=', person).executeTakeFirst())?.user_id;
