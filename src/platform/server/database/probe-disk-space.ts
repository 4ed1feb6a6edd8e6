import { type Database, DatabaseFullError, write } from './index.ts';

/**
 * If a write failed because the disk was full and none has succeeded since, tries a write that changes nothing, to find
 * out if there is room again.
 */
export async function probeDiskSpace(db: Database): Promise<void> {
  if (!db.isFull()) return;
  try {
    await write(db, async (tx) => {
      // Writing the same value again would be no change
      for (const step of [1, -1])
        await tx
          .updateTable('revision')
          .set((row) => ({ value: row('value', '+', step) }))
          .execute();
    });
  } catch (error) {
    if (!(error instanceof DatabaseFullError)) throw error;
  }
}
