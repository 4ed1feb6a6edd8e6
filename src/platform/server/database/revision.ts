import type { Reading, WriteOptions, Writing } from './database.ts';
import type { RevisionName, RevisionTable } from './schema.ts';

/** Runs `work`, then moves its revision in the same transaction: others see both, or neither. */
export async function workThenMoveRevision<T>(
  tx: Writing,
  work: (tx: Writing) => Promise<T>,
  { revision = 'public' }: WriteOptions,
): Promise<T> {
  const result = await work(tx);
  if (revision !== 'none') {
    await tx
      .updateTable('revision')
      .set((row) => ({ value: row('value', '+', 1) }))
      .where('name', '=', revision)
      .execute();
  }
  return result;
}

/** Adds up the public revision and the others named, from the table's rows. */
export const sumOf = (rows: readonly RevisionTable[], others: readonly RevisionName[] = []): number =>
  rows.reduce((sum, { name, value }) => (name === 'public' || others.includes(name) ? sum + value : sum), 0);

/**
 * The public revision as this handle sees it. In a write it tells whether anything has changed since an earlier look.
 */
export async function revisionIn(db: Reading): Promise<number> {
  const { value } = await db
    .selectFrom('revision')
    .select('value')
    .where('name', '=', 'public')
    .executeTakeFirstOrThrow();
  return value;
}
