import { sql } from 'kysely';
import type { Id } from '#platform/server/crypto/ids.ts';
import { type DbTransaction, runInBatches } from '#platform/server/database/index.ts';

const nextPlanVersion = sql<number>`plan_version + 1`;

/**
 * The column to set when a plan is saved. It is also set when ticket types are saved, because the prices belong to the
 * plan.
 */
export const savedPlanVersionIncrement = { plan_saved: nextPlanVersion };

/** Increases the plan version of performances, so that an open planner doesn't overwrite the change unnoticed. */
export const bumpPlanVersions = (
  tx: DbTransaction,
  performances: Iterable<Id>,
  cause: 'a seat' | { savedBy: Id },
): Promise<void> =>
  runInBatches([...new Set(performances)], (batch) =>
    tx
      .updateTable('performance')
      .set({
        plan_version: nextPlanVersion,
        ...(cause !== 'a seat' && { ...savedPlanVersionIncrement, plan_updated_by: cause.savedBy }),
      })
      .where('id', 'in', batch)
      .execute(),
  );
