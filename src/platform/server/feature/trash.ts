import type { Instant } from '#platform/shared/dates/dates.ts';
import type { DbReader, DbTransaction, SoftDeleteTable } from '../database/index.ts';

/** A kind of item that can be restored for 30 days after it is deleted. */
export interface Trash {
  /** The kind's name, in the plural. */
  name: string;
  table: SoftDeleteTable;
  /** The items' bytes in the storage, if the items have any. */
  bytes?: {
    /** Lists the keys of all items deleted before that moment. */
    listPurgedKeys: (db: DbReader, before: Instant) => Promise<readonly string[]>;
    /** Returns true if an item of this kind that is live, or was deleted after that moment, still needs these bytes. */
    isStillNeeded: (db: DbReader, key: string, before: Instant) => Promise<boolean>;
  };
  /** Purges rows deleted before that moment, if they can't simply be deleted. */
  purge?: (tx: DbTransaction, before: Instant) => Promise<void>;
}
