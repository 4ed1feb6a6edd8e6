import type { Feature } from '../feature/feature.ts';
import { type Database, DatabaseFull, writeQuietly } from './index.ts';

/** Notices when a full disk has room again, even if nobody writes. */
export const lookingForRoom: Feature = {
  impersonalTables: [{ table: 'row_change', because: 'ids of rows, and in which order they last changed' }],
  loops: ({ db }) => [{ name: 'looking for room on the disk', everyMs: 20_000, run: () => lookForRoom(db) }],
};

/** Where the disk was full, tries a write that changes nothing. */
export async function lookForRoom(db: Database): Promise<void> {
  if (!db.isFull()) return;
  try {
    await writeQuietly(db, async (tx) => {
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
