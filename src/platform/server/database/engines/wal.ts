import { closeSync, fdatasync, openSync } from 'node:fs';
import { promisify } from 'node:util';
import { coalesceCalls } from '#platform/shared/coalesce-calls.ts';

/** SQLite's write-ahead log. It contains each commit until the commit is copied into the database file. */
export interface Wal {
  /**
   * Resolves when everything that was committed before the call would survive a power cut. Calls during a flush share
   * the next one.
   */
  flush: () => Promise<void>;
  close: () => void;
}

const toDisk = promisify(fdatasync);

/**
 * Opens the log of an open database. SQLite itself would block the whole program until each commit is on the disk;
 * `flush` flushes the same file in another thread (docs/decisions/0091).
 *
 * @param file the database file. It must be open in WAL mode, so that its log isn't deleted in the meantime. Closing
 * the log here releases none of SQLite's locks
 * @param lost is called if the disk fails; committed rows are then in the database, but may be lost at any time
 */
export function openWal(file: string, lost: (error: unknown) => void): Wal {
  const log = openSync(`${file}-wal`, 'r+');
  const turn = coalesceCalls(() => toDisk(log));
  return {
    async flush() {
      try {
        await turn();
      } catch (error) {
        lost(error);
        throw error;
      }
    },
    close: () => closeSync(log),
  };
}
