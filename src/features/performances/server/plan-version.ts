import { sql } from 'kysely';
import type { Id } from '#platform/server/crypto/ids.ts';
import { inBatches, type Writing } from '#platform/server/database/index.ts';

const next = sql<number>`plan_version + 1`;

/** For whoever saves a plan, or what tickets cost, which the planner saves too: the version that this makes. */
export const savedNext = { plan_saved: next };

/** Whoever has the planner of these performances open saves nothing older over this unseen. `by` says what moves them. */
export const movePlans = (tx: Writing, performances: Iterable<Id>, by: 'a save' | 'a seat'): Promise<void> =>
  inBatches([...new Set(performances)], (batch) =>
    tx
      .updateTable('performance')
      .set({ plan_version: next, ...(by === 'a save' && savedNext) })
      .where('id', 'in', batch)
      .execute(),
  );
