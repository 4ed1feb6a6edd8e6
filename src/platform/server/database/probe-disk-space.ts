import { type Database, DatabaseFull, write } from './index.ts';

/** Tries a write that changes nothing if the disk was full. */
export async function probeDiskSpace(db: Database): Promise<void> {
  if (!db.isFull()) return;
  try {
    await write(db, async (tx) => {
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
