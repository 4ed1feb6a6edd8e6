import type { Instant } from '#platform/shared/dates/dates.ts';
import type { DbReader } from '../../database/index.ts';

/** Finds the next moment after `after` at which something becomes public by itself. */
export type FindNextPublication = (db: DbReader, after: Instant) => Promise<Instant | undefined>;

/**
 * Returns a function that finds the time (epoch milliseconds) until which public content stays the same if nobody
 * changes anything. That is the time of the next publication, or `midnight` if that comes first. The function queries
 * the database once for each revision and each such period.
 */
export function createExpiryFinder(nextPublication: FindNextPublication) {
  let known: { db: DbReader; revision: number; from: number; until: number } | undefined;
  return async (db: DbReader, revision: number, now: number, midnight: number): Promise<number> => {
    if (!known || known.db !== db || known.revision !== revision || now < known.from || now >= known.until) {
      const next = await nextPublication(db, new Date(now).toISOString());
      known = { db, revision, from: now, until: next ? Date.parse(next) : Number.POSITIVE_INFINITY };
    }
    return Math.min(known.until, midnight);
  };
}
