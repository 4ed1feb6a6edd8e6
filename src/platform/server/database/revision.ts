import type { WriteOptions, Writing } from './database.ts';

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
