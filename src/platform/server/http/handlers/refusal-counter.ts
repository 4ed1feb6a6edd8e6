import type { Instant } from '#platform/shared/dates/dates.ts';
import type { Id } from '../../crypto/ids.ts';
import type { Database } from '../../database/index.ts';

/** Kinds of refusals, as the audit log names them. */
export type RefusalKind = 'sign_in.refused' | 'access.refused' | 'request.limited';

/**
 * Counts refusals, so that the audit log has one row for each network and hour, and one for each attacked account,
 * rather than one for each attempt. An account is named by its id, and only if it exists: nobody can write what they
 * type into the log.
 */
export interface RefusalCounter {
  count: (kind: RefusalKind, address: string, account?: Id) => void;
  /** Does the work, and counts it if it is refused; the work names the account as soon as it knows it. */
  countIfRefused: <T>(
    kind: RefusalKind,
    address: string,
    work: (tried: (account: Id) => void) => Promise<T>,
  ) => Promise<T>;
  /** Writes down the counts since the last time. */
  flush: (db: Database, now: Instant) => Promise<void>;
}
