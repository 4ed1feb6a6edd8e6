import type { Reading, WriteOptions, Writing } from './database.ts';

/** Runs `work`, then moves the revision it stands for in the same transaction: both are seen, or neither. */
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

/**
 * The public revision as this handle sees it: in a write, whether anything has changed since it was looked at before.
 */
export async function revisionIn(db: Reading): Promise<number> {
  const { value } = await db
    .selectFrom('revision')
    .select('value')
    .where('name', '=', 'public')
    .executeTakeFirstOrThrow();
  return value;
}
