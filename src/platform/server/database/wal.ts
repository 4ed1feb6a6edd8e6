import { closeSync, fdatasync, openSync } from 'node:fs';
import { promisify } from 'node:util';
import { shared } from './shared.ts';

/** SQLite's write-ahead log, in which a commit stands until it is copied into the database file. */
export interface Wal {
  /**
   * Resolves when everything that was committed before the call would survive a power cut. Whoever asks while the disk
   * is at work waits for its next turn, which serves all of them.
   */
  flush: () => Promise<void>;
  close: () => void;
}

const toDisk = promisify(fdatasync);

/**
 * The log of an open database. SQLite itself would hold up the whole program until the disk has each commit; the system
 * does the same beside it, on the same file (docs/decisions/0091).
 * @param file the database's, open in WAL mode: nobody deletes its log while it is. SQLite takes no locks on the log, which closing
 *   it here would let go of
 * @param lost hears of a disk that failed; what is committed stands in the database then, and nobody knows for how long
 */
export function openWal(file: string, lost: (error: unknown) => void): Wal {
  const log = openSync(`${file}-wal`, 'r+');
  const turn = shared(() => toDisk(log));
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
