import type { Instant } from '#platform/shared/dates/dates.ts';
import { hour, subtractMs } from '#platform/shared/dates/durations.ts';
import { getRestorableCutoff } from '#platform/shared/lifecycle.ts';
import type { Id } from '../crypto/ids.ts';
import {
  type Database,
  type DbReader,
  type DbTransaction,
  runInBatches,
  type SoftDeleteTable,
  type Tables,
  write,
} from '../database/index.ts';
import { defineScheduledJob, type JobHandler } from '../jobs/job-handler.ts';
import type { FileStorage } from '../storage/storage.ts';

/** A kind of item that can be restored for 30 days after it is deleted. */
export interface TrashKind {
  /** The kind's name, in the plural. */
  name: string;
  table: SoftDeleteTable;
  /** The items' bytes in the storage, if the items have any. */
  bytes?: {
    /** Lists the storage keys of the bytes of all items deleted before the given time. */
    listPurgedKeys: (db: DbReader, before: Instant) => Promise<readonly string[]>;
    /**
     * Returns true if these bytes are still needed by an item of this kind that is live, or was deleted after the given
     * time.
     */
    isStillNeeded: (db: DbReader, key: string, before: Instant) => Promise<boolean>;
  };
  /** Removes for good the rows deleted before the given time. Without this function, they are simply deleted. */
  purge?: (tx: DbTransaction, before: Instant) => Promise<void>;
}

interface PurgeServices {
  db: Database;
  storage: FileStorage;
  clock: () => Date;
  kinds: readonly TrashKind[];
}

/**
 * Deletes for good everything that was deleted more than 30 days ago. The bytes are deleted first, unless another item
 * has the same bytes, and then the rows. A process that dies in between thus leaves no unknown bytes behind. Also
 * deletes bytes that were stored but never recorded, except those of the last hour, because somebody may be about to
 * record them.
 */
export async function purgeTrash({ db, storage, clock, kinds }: PurgeServices, signal?: AbortSignal): Promise<void> {
  const now = clock();
  const before = getRestorableCutoff(now.toISOString());
  const anHourAgo = new Date(subtractMs(now, hour));
  await storage.deleteStaleIncoming(anHourAgo);
  const stored = kinds.flatMap(({ bytes }) => bytes ?? []);
  const purged = await Promise.all(stored.map(({ listPurgedKeys: ofPurged }) => ofPurged(db.read, before)));
  for (const key of new Set([...(await storage.listUnconfirmed(anHourAgo)), ...purged.flat()])) {
    if (signal?.aborted) return;
    const needed = await Promise.all(stored.map(({ isStillNeeded }) => isStillNeeded(db.read, key, before)));
    if (!needed.includes(true)) await storage.remove(key, anHourAgo);
    await storage.confirm(key, anHourAgo);
  }
  await write(db, async (tx) => {
    for (const { table, purge } of kinds) {
      if (purge) await purge(tx, before);
      else await tx.deleteFrom(table).where('deleted_at', '<=', before).execute();
    }
  });
}

/**
 * Defines the job that empties the trash each night. Items that were deleted more than 30 days ago have by then already
 * disappeared from the screens.
 */
export const definePurgeTrashJob = (parts: PurgeServices): JobHandler =>
  defineScheduledJob(
    { kind: 'purge-trash', name: 'Emptying the trash', schedule: { every: 'day', at: '03:10' } },
    (signal) => purgeTrash(parts, signal),
  );

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

/** Finds which of these rows other features use. Returns a reason for each row in use, by the row's id. */
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
