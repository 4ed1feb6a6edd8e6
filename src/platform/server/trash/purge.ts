import { hour, subtractMs } from '#platform/shared/dates/durations.ts';
import { getRestorableCutoff } from '#platform/shared/trash.ts';
import { write } from '../database/index.ts';
import type { TrashKind } from '../feature/deletion.ts';
import type { Services } from '../feature/feature.ts';
import { defineScheduledJob, type JobHandler } from '../jobs/job-handler.ts';

type PurgeServices = Pick<Services, 'db' | 'storage' | 'clock'> & { kinds: readonly TrashKind[] };

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
