import { sql } from 'kysely';
import type { Id } from '#platform/server/crypto/ids.ts';
import { type DbTransaction, inBatches } from '#platform/server/database/index.ts';

const next = sql<number>`plan_version + 1`;

/** The new version after a save of a plan, or of ticket prices, which the planner saves too. */
export const nextSavedPlanVersion = { plan_saved: next };

/** Increases the plan's version, so that an open planner of these performances doesn't overwrite the change unseen. */
export const bumpPlanVersions = (
  tx: DbTransaction,
  performances: Iterable<Id>,
  cause: 'a seat' | { savedBy: Id },
): Promise<void> =>
  inBatches([...new Set(performances)], (batch) =>
    tx
      .updateTable('performance')
      .set({
        plan_version: next,
        ...(cause !== 'a seat' && { ...nextSavedPlanVersion, plan_updated_by: cause.savedBy }),
      })
      .where('id', 'in', batch)
      .execute(),
  );
