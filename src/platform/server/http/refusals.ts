import type { Instant } from '#platform/shared/dates.ts';
import type { Database } from '../database/index.ts';

/** What may be refused, as the log calls it. */
export type RefusedKind = 'refused sign-ins' | 'refused access';

/** Counts what is refused, so that the log has a row for each network and hour, and not one for each try. */
export interface Refusals {
  count: (kind: RefusedKind, address: string) => void;
  /** Does the work, and counts it where it ends in a refusal. */
  counting: <T>(kind: RefusedKind, address: string, work: () => Promise<T>) => Promise<T>;
  /** Writes down what was counted since the last time. */
  note: (db: Database, now: Instant) => Promise<void>;
}
