import { closeSync, fdatasync, openSync } from 'node:fs';
import { promisify } from 'node:util';
import { coalesceCalls } from '#platform/shared/coalesce-calls.ts';

/** SQLite's write-ahead log, which contains each commit until it is copied into the database file. */
export interface Wal {
  /**
   * Resolves when everything that was committed before the call would survive a power cut. Calls during a flush wait
   * for the next one, which serves all of them.
   */
  flush: () => Promise<void>;
  close: () => void;
}

const toDisk = promisify(fdatasync);

/**
 * Opens the log of an open database. SQLite itself would block the whole program until the disk has each commit; this
 * flushes the same file in another thread (docs/decisions/0091).
 * @param file the database file, open in WAL mode, so that nobody deletes its log meanwhile. SQLite holds no locks on
 * the log that closing it here would release
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
