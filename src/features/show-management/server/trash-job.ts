import { emptyBlogPosts } from '#features/blog/server/index.ts';
import { forgetFiles, isStoredFor, keysDeletedBefore } from '#features/files/server/index.ts';
import { isStoredForMedia } from '#features/media/server/index.ts';
import { forgetPosts } from '#features/posts/server/index.ts';
import type { Job } from '#platform/server/background/jobs.ts';
import { type Database, writeQuietly } from '#platform/server/database/index.ts';
import type { Storage } from '#platform/server/storage/storage.ts';
import { restorableSince } from '#platform/shared/trash.ts';

interface Emptying {
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
export async function emptyTrash({ db, storage, clock }: Emptying, signal?: AbortSignal): Promise<void> {
  const now = clock();
  const before = restorableSince(now.toISOString());
  const anHourAgo = new Date(now.getTime() - hour);
  await storage.sweep(anHourAgo);
  for (const key of await keysDeletedBefore(db.read, before)) {
    if (signal?.aborted) return;
    if ((await isStoredFor(db.read, key, before)) || (await isStoredForMedia(db.read, key))) continue;
    await storage.remove(key, anHourAgo);
  }
  await writeQuietly(db, async (tx) => {
    await forgetFiles(tx, before);
    await forgetPosts(tx, before);
    await emptyBlogPosts(tx, before);
  });
}

export const trashJob = (emptying: Emptying): Job => ({
  name: 'emptying the bin',
  everyMs: hour,
  run: (signal) => emptyTrash(emptying, signal),
});
