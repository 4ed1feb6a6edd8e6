import type { DbReader, DbTransaction } from '#platform/server/database/index.ts';
import type { Instant } from '#platform/shared/dates/dates.ts';

/** Pairs of similar names that somebody has marked as different people. */
export interface PairsMarkedDifferent {
  has: (one: string, other: string) => boolean;
}

export async function loadPairsMarkedDifferent(db: DbReader): Promise<PairsMarkedDifferent> {
  const rows = await db.selectFrom('person_apart').select(['person_id', 'other_id']).execute();
  const pairs = new Set(rows.map(({ person_id, other_id }) => `${person_id} ${other_id}`));
  return { has: (one, other) => pairs.has(inOrder(one, other).join(' ')) };
}

/** Marks two people as different, or removes the mark. Repeating the call changes nothing. */
export async function setMarkedDifferent(
  tx: DbTransaction,
  [one, other]: [string, string],
  since: Instant | null,
): Promise<void> {
  const [person_id, other_id] = inOrder(one, other);
  if (since) {
    await tx
      .insertInto('person_apart')
      .values({ person_id, other_id, since })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  } else {
    await tx.deleteFrom('person_apart').where('person_id', '=', person_id).where('other_id', '=', other_id).execute();
  }
}

/** Sorts a pair of ids, so that both orders of a pair are stored the same way. */
const inOrder = (one: string, other: string): [string, string] => (one < other ? [one, other] : [other, one]);
