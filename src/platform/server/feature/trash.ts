import type { Instant } from '#platform/shared/dates/dates.ts';
import type { DbReader, DbTransaction, SoftDeleteTable } from '../database/index.ts';

/** A kind of thing that can be restored for 30 days once it is deleted. */
export interface Trash {
  /** Its name, in the plural. */
  name: string;
  table: SoftDeleteTable;
  /** Its bytes in the storage, if it has any. */
  bytes?: {
    /** Lists the keys of everything deleted by then. */
    listPurgedKeys: (db: DbReader, before: Instant) => Promise<readonly string[]>;
    /** Returns true if something of this kind still needs these bytes: live, or deleted after that time. */
    isStillNeeded: (db: DbReader, key: string, before: Instant) => Promise<boolean>;
  };
  /** Actions with rows deleted by then, where they can't just be removed. */
  purge?: (tx: DbTransaction, before: Instant) => Promise<void>;
}
