import type { Instant } from '#platform/shared/dates.ts';
import type { Database } from '../database/index.ts';

/** Kinds of refusals, as the audit log names them. */
export type RefusedKind = 'refused sign-ins' | 'refused access';

/** Counts refusals, so that the audit log has a row for each network and hour, and not one for each attempt. */
export interface Refusals {
  count: (kind: RefusedKind, address: string) => void;
  /** Does the work, and counts it if it is refused. */
  counting: <T>(kind: RefusedKind, address: string, work: () => Promise<T>) => Promise<T>;
  /** Writes down what was counted since the last time. */
  note: (db: Database, now: Instant) => Promise<void>;
}
