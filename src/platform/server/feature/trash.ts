import type { Instant } from '#platform/shared/dates.ts';
import type { Reading, WithDeleted, Writing } from '../database/index.ts';

/** A kind of thing that can be restored for 30 days once it is deleted. */
export interface Trash {
  /** What it is called, in the plural. */
  name: string;
  table: WithDeleted;
  /** What the storage keeps of it, where it keeps anything. */
  bytes?: {
    /** Keys of what was deleted by then. */
    ofPurged: (db: Reading, before: Instant) => Promise<readonly string[]>;
    /** Whether something of this kind has these bytes that is here, or was deleted after then. */
    isStillNeeded: (db: Reading, key: string, before: Instant) => Promise<boolean>;
  };
  /** What becomes of rows deleted by then, where they can't just be removed. */
  purge?: (tx: Writing, before: Instant) => Promise<void>;
}
