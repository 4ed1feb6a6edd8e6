import {
  findPerformances,
  isPerformanceCancelled,
  type PerformanceWithShow,
} from '#features/box-office/performances/server/index.ts';
import type { Id } from '#platform/server/crypto/ids.ts';
import type { DbReader } from '#platform/server/database/index.ts';
import type { Instant } from '#platform/shared/dates/dates.ts';
import { parseRequestedChange } from '../requested-change.ts';
import type { StoredParty } from './store.ts';

/** A change that the box office can confirm. */
interface ConfirmableChange {
  size: number;
  /** The performances to come that aren't cancelled, even if their show is archived. */
  performances: PerformanceWithShow[];
}

/**
 * Finds the changes that these parties have asked for by joining again, by party. Performances that have since been
 * cancelled or deleted, or have begun, are left out, so that a change may have none.
 */
export async function findRequestedChanges(
  db: DbReader,
  parties: readonly Pick<StoredParty, 'id' | 'requested_change'>[],
  now: Instant,
): Promise<Map<Id, ConfirmableChange>> {
  const changes = parties.flatMap(({ id, requested_change }) => {
    const change = parseRequestedChange(requested_change);
    return change ? [{ id, ...change }] : [];
  });
  const found = await findPerformances(
    db,
    changes.flatMap(({ dates }) => dates),
    { includesArchived: true },
  );
  const toConfirmable = ({ size, dates }: (typeof changes)[number]): ConfirmableChange => ({
    size,
    performances: dates
      .flatMap((date) => found.get(date) ?? [])
      .filter((performance) => performance.starts_at > now && !isPerformanceCancelled(performance)),
  });
  return new Map(changes.map((change) => [change.id, toConfirmable(change)]));
}
