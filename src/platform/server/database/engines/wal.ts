import { closeSync, fdatasync, openSync } from 'node:fs';
import { promisify } from 'node:util';
import { coalesceCalls } from '#platform/shared/coalesce-calls.ts';

/** SQLite's write-ahead log, which has each commit until it is copied into the database file. */
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
 * The log of an open database. SQLite itself would block the whole program until the disk has each commit; the system
 * flushes the same file in another thread (docs/decisions/0091).
 * @param file the database's, open in WAL mode: nobody deletes its log meanwhile. SQLite takes no locks on the log that
 * closing it here would release
 * @param lost is told of a disk that failed; committed rows are in the database then, but may be lost at any time
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
