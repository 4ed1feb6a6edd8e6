import type { DbReader, DbTransaction } from '../core/database.ts';
import type { RevisionTable } from '../core/schema.ts';
import { trackChanges } from './table-changes.ts';

type VisibilityOf = Parameters<typeof trackChanges>[1];

/**
 * Runs `work`, then increases the revisions that its changes affect, in the same transaction, so that others see all of
 * it or nothing. If a revision is increased, `reserve` runs directly before that.
 */
export async function runAndBumpRevision<T>(
  tx: DbTransaction,
  work: (tx: DbTransaction) => Promise<T>,
  visibilityOf: VisibilityOf,
  reserve?: () => Promise<void>,
): Promise<T> {
  const counters = new Set<RevisionTable['name']>();
  const result = await work(trackChanges(tx, visibilityOf, counters));
  if (counters.size > 0) {
    await reserve?.();
    await tx
      .insertInto('revision')
      .values([...counters].sort().map((name) => ({ name, value: 1 })))
      .onConflict((on) => on.column('name').doUpdateSet((row) => ({ value: row('revision.value', '+', 1) })))
      .execute();
  }
  return result;
}

/** This query runs with every request, so it leaves out the counters of single tables. */
export const revisionsQuery = "select name, value from revision where name in ('public', 'sales')";

/** Adds up the public revision and the revisions in `others`, from the table's rows. */
export const sumRevisions = (rows: readonly RevisionTable[], others: readonly RevisionTable['name'][] = []): number =>
  rows.reduce((sum, { name, value }) => (name === 'public' || others.includes(name) ? sum + value : sum), 0);

/**
 * Returns the public revision as this handle sees it. A write increases the revision only at its end, so within the
 * write the number doesn't count its own changes.
 */
export async function findPublicRevision(db: DbReader): Promise<number> {
  const { value } = await db
    .selectFrom('revision')
    .select('value')
    .where('name', '=', 'public')
    .executeTakeFirstOrThrow();
  return value;
}
