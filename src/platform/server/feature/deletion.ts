import type { Instant } from '#platform/shared/dates/dates.ts';
import type { Id } from '../crypto/ids.ts';
import {
  type DbReader,
  type DbTransaction,
  runInBatches,
  type SoftDeleteTable,
  type Tables,
} from '../database/index.ts';

/** A kind of item that can be restored for 30 days after it is deleted. */
export interface TrashKind {
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

/** Data that is deleted or anonymised after a period set by the society. */
export interface RetentionRule {
  /** The data, and how long it is retained: for the data map (docs/data-map.md). */
  description: string;
  /** The period in months; 0 means for ever. */
  months: (db: DbReader) => Promise<number>;
  /** Deletes or anonymises everything older than the given time. */
  deleteOrAnonymise: (tx: DbTransaction, before: Instant) => Promise<void>;
}

/** A column that refers to another feature's rows, with a description of that use. */
export interface RowUse {
  /** The table referred to. */
  of: keyof Tables;
  table: keyof Tables;
  column: string;
  /** The reason why the row is in use, as a statement about it: "it has photos". */
  reason: string;
}

/** Finds which of these rows other features use, each with a reason. */
export async function findRowUseReasons(
  db: DbReader,
  uses: readonly RowUse[],
  of: RowUse['of'],
  ids: readonly Id[],
): Promise<Map<Id, string>> {
  const found = new Map<Id, string>();
  for (const { table, column, reason } of uses.filter((use) => use.of === of)) {
    await runInBatches(ids, async (batch) => {
      const from = db.selectFrom(table as 'credit');
      const rows = await from
        .select(column as 'show_id')
        .distinct()
        .where(column as 'show_id', 'in', batch)
        .execute();
      for (const row of rows) found.set((row as unknown as Record<string, string>)[column] ?? '', reason);
    });
  }
  return found;
}
