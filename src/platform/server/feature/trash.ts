import type { Instant } from '#platform/shared/dates/dates.ts';
import type { DbReader, DbTransaction, SoftDeleteTable } from '../database/index.ts';

/** A kind of item that can be restored for 30 days after it is deleted. */
export interface Trash {
  /** The kind's name, in the plural. */
  name: string;
  table: SoftDeleteTable;
  /** The items' bytes in the storage, if the items have any. */
  bytes?: {
    /** Lists the keys of all items deleted before the given time. */
    listPurgedKeys: (db: DbReader, before: Instant) => Promise<readonly string[]>;
    /**
     * Returns true if these bytes are still needed by an item of this kind that is live, or was deleted after the given
     * time.
     */
    isStillNeeded: (db: DbReader, key: string, before: Instant) => Promise<boolean>;
  };
  /** Purges rows deleted before the given time, if they can't simply be deleted. */
  purge?: (tx: DbTransaction, before: Instant) => Promise<void>;
}
