import type { DbReader, DbTransaction, WriteOptions } from '../core/database.ts';
import type { RevisionTable } from '../core/schema.ts';
import { recordTableChanges, trackChangedTables } from './table-changes.ts';

/**
 * Runs `work`, then increases its revision and counts the tables that it changed, in the same transaction: others see
 * all of it, or nothing.
 */
export async function runAndBumpRevision<T>(
  tx: DbTransaction,
  work: (tx: DbTransaction) => Promise<T>,
  { revision = 'public' }: WriteOptions,
): Promise<T> {
  const changed = new Set<string>();
  const result = await work(trackChangedTables(tx, changed));
  await recordTableChanges(tx, changed, revision === 'public');
  if (revision !== 'none') {
    await tx
      .updateTable('revision')
      .set((row) => ({ value: row('value', '+', 1) }))
      .where('name', '=', revision)
      .execute();
  }
  return result;
}

/** Runs with every request, so it leaves out the counts of tables. */
export const revisionsQuery = "select name, value from revision where name in ('public', 'sales')";

/** Adds up the public revision and the others named, from the table's rows. */
export const sumRevisions = (rows: readonly RevisionTable[], others: readonly RevisionTable['name'][] = []): number =>
  rows.reduce((sum, { name, value }) => (name === 'public' || others.includes(name) ? sum + value : sum), 0);

/**
 * The public revision as this handle sees it. In a write it tells whether anything has changed since an earlier look.
 */
export async function findPublicRevision(db: DbReader): Promise<number> {
  const { value } = await db
    .selectFrom('revision')
    .select('value')
    .where('name', '=', 'public')
    .executeTakeFirstOrThrow();
  return value;
}
