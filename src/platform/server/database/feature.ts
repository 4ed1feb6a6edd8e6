import type { Feature } from '../feature/feature.ts';
import { type Database, DatabaseFull, writePrivate } from './index.ts';

/** Notices when a full disk has room again, even if nobody writes. */
export const diskSpaceMonitor: Feature = {
  impersonalTables: [{ table: 'row_change', reason: 'ids of rows, and in which order they last changed' }],
  loops: ({ db }) => [{ name: 'looking for room on the disk', everyMs: 20_000, run: () => probeDiskSpace(db) }],
};

/** Where the disk was full, tries a write that changes nothing. */
export async function probeDiskSpace(db: Database): Promise<void> {
  if (!db.isFull()) return;
  try {
    await writePrivate(db, async (tx) => {
      // With an unchanged value nothing would be written
      for (const step of [1, -1])
        await tx
          .updateTable('revision')
          .set((row) => ({ value: row('value', '+', step) }))
          .execute();
    });
  } catch (error) {
    if (!(error instanceof DatabaseFull)) throw error;
  }
}
