import { isStoredFor } from '#features/files/server/index.ts';
import type { Job } from '#platform/server/background/jobs.ts';
import { type Database, writeQuietly } from '#platform/server/database/index.ts';
import type { Storage } from '#platform/server/storage/storage.ts';
import { restorableSince } from '#platform/shared/trash.ts';
import { deletedBy, forgetAlbums, forgetMedia } from './edit.ts';
import { isStoredForMedia, readSizes } from './store.ts';

interface Forgetting {
  db: Database;
  storage: Storage;
  clock: () => Date;
}

const hour = 3_600_000;

/**
 * Deletes for good what was deleted more than 30 days ago: first the bytes, where nothing else has the same, then the
 * rows, so that a process which dies in between leaves no unknown files. Bytes that came in within the last hour stay:
 * somebody may be about to record them.
 */
export async function forgetDeletedMedia({ db, storage, clock }: Forgetting, signal?: AbortSignal): Promise<void> {
  const now = clock();
  const then = restorableSince(now.toISOString());
  const anHourAgo = new Date(now.getTime() - hour);
  for (let items = await deletedBy(db.read, then); items.length > 0; items = await deletedBy(db.read, then)) {
    if (signal?.aborted) return;
    for (const key of new Set(items.flatMap(({ sizes }) => readSizes(sizes).map((size) => size.key)))) {
      if ((await isStoredForMedia(db.read, key, then)) || (await isStoredFor(db.read, key, then))) continue;
      await storage.remove(key, anHourAgo);
    }
    const ids = items.map(({ id }) => id);
    await writeQuietly(db, (tx) => forgetMedia(tx, ids, then));
  }
  await writeQuietly(db, (tx) => forgetAlbums(tx, then));
}

export const mediaPurgeJob = (forgetting: Forgetting): Job => ({
  name: 'forgetting deleted media',
  everyMs: hour,
  run: (signal) => forgetDeletedMedia(forgetting, signal),
});
