import type { Instant } from '#platform/shared/dates/dates.ts';
import type { Id } from '../../crypto/ids.ts';
import type { Database } from '../../database/index.ts';

/** Kinds of refusals, as the audit log names them. */
export type RefusalKind = 'sign_in.refused' | 'access.refused' | 'request.limited';

/**
 * Counts refusals, so that the audit log has one row for each network and hour and one for each attacked account, not
 * one for each attempt. An account is identified by its id, and only if it exists, so that nothing that somebody typed
 * gets into the log.
 */
export interface RefusalCounter {
  count: (kind: RefusalKind, address: string, account?: Id) => void;
  /** Runs the work and counts it if it is refused. The work reports the account as soon as it has been found. */
  countIfRefused: <T>(
    kind: RefusalKind,
    address: string,
    work: (tried: (account: Id) => void) => Promise<T>,
  ) => Promise<T>;
  /** Stores the counts since the last call. */
  flush: (db: Database, now: Instant) => Promise<void>;
}
