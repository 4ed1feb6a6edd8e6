import {
  findPerformanceWithTicketTypes,
  getPlaceAvailability,
  type PerformanceWithTicketTypes,
} from '#features/box-office/performances/server/index.ts';
import { readSettings } from '#features/society/settings/server/index.ts';
import type { Settings } from '#features/society/settings/settings.ts';
import type { Id } from '#platform/server/crypto/ids.ts';
import type { Database } from '#platform/server/database/index.ts';
import type { Instant } from '#platform/shared/dates/dates.ts';

/** The settings, the performance and its places, as this process last read them. */
export interface AvailabilitySnapshot {
  settings: Settings;
  /** The performance; undefined if it doesn't exist or its show isn't on the site. */
  performance: PerformanceWithTicketTypes | undefined;
  total: number;
  /** The number of free places. */
  free: number;
  /** The time at which the next hold expires, if nothing changes. */
  until: Instant | null;
}

interface CacheEntry {
  revision: number;
  from: Instant;
  look: Promise<AvailabilitySnapshot>;
  /** The time at which the entry was last known to be current, by the clock of `performance.now()`. */
  at: number;
}

/** The maximum number of cached performances: more than any society sells at the same time. */
const maxEntries = 200;

type LookUpAvailability = (
  id: Id,
  now: Instant,
  waited?: { for: number; since: number },
) => Promise<AvailabilitySnapshot>;

/**
 * Creates a cache of performances and their free places, each valid until the next sale, change or end of a hold. The
 * cache only serves to refuse requests early: the write allocates the places. `waited` describes a request that had to
 * wait: the number of places that it asks for, and the time at which it began to wait. A cached count that is newer
 * than that time and below that number is returned without a query.
 */
export function createAvailabilityCache(db: Database): LookUpAvailability {
  const seen = new Map<Id, CacheEntry>();

  async function read(id: Id, now: Instant): Promise<AvailabilitySnapshot> {
    const [settings, performance, places] = await Promise.all([
      readSettings(db.read),
      findPerformanceWithTicketTypes(db.read, id),
      getPlaceAvailability(db.read, { performance: id, now }),
    ]);
    return { settings, performance, ...places };
  }

  function begin(
    id: Id,
    now: Instant,
    { revision, at }: Pick<CacheEntry, 'revision' | 'at'>,
  ): Promise<AvailabilitySnapshot> {
    const look = read(id, now);
    // The entry is inserted again, so that the oldest entry stays first in the map
    seen.delete(id);
    seen.set(id, { revision, from: now, look, at });
    const [first = id] = seen.keys();
    if (seen.size > maxEntries) seen.delete(first);
    const dropEntry = () => {
      if (seen.get(id)?.look === look) seen.delete(id);
    };
    // Failures and unknown ids aren't cached
    look.then(({ performance }) => performance ?? dropEntry(), dropEntry);
    return look;
  }

  return async (id, now, waited) => {
    const before = seen.get(id);
    if (before && waited && before.at > waited.since) {
      const look = await before.look;
      if (look.free < waited.for) return look;
    }
    const at = performance.now();
    // The revision is read first, so that a concurrent change makes the snapshot stale
    const revision = await db.revision(['sales']);
    const last = seen.get(id);
    if (last?.revision === revision && last.from <= now) {
      const look = await last.look;
      if (look.until === null || now < look.until) {
        last.at = Math.max(last.at, at);
        return look;
      }
    }
    return begin(id, now, { revision, at });
  };
}
