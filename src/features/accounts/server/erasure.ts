import type { Reading, Writing } from '../../../platform/server/database/index.ts';
import type { Id } from '../../../platform/server/ids.ts';
import type { Instant } from '../../../platform/shared/dates.ts';

/** An account that its owner has asked to be erased is shut, and opens to them alone until it is. */
export interface Erasure {
  isPending: (db: Reading, userId: Id) => Promise<boolean>;
  /** Does nothing where nothing is asked for. */
  takeBack: (tx: Writing, owner: { userId: Id; name: string; now: Instant; auditId: Id }) => Promise<void>;
}
