import { readdir, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { minute } from '#platform/shared/dates/durations.ts';

/** The number of bytes of the disk that files leave free for the database, emails and the rest of the machine. */
export const minFreeDiskBytes = 256 * 1024 * 1024;

/**
 * The time in milliseconds for which the counted size of the stored files is valid. Other processes add and delete files
 * too.
 */
const countLifetimeMs = 10 * minute;

/** Tracks how much more may be stored. */
export interface SpaceTracker {
  /**
   * Returns a check to call while a file is being received. The check counts all files being received, so that their
   * total stays within the limit.
   */
  createSpaceCheck: () => Promise<() => boolean>;
  /** Returns true if the disk can't take any more files. */
  isFull: () => Promise<boolean>;
  /** Records that something was deleted. */
  invalidate: () => void;
  /** Records that this many bytes were added; negative if they weren't stored in the end. */
  addUsage: (bytes: number) => void;
}

/**
 * Creates a tracker of how much more may be stored. All files may have a total of `maxBytes` bytes, and no more than
 * this machine's disk can take.
 *
 * @param countBytes counts the bytes of all stored files
 */
export function createSpaceTracker(
  folder: string,
  maxBytes: number,
  countBytes = () => countFolderBytes(folder),
): SpaceTracker {
  let counted: Promise<number> | undefined;
  let countedAt = 0;
  let since = 0;
  /** The number of bytes that have arrived in this process, and are stored or may still be stored. */
  let arrived = 0;

  function countAgain(): Promise<number> {
    countedAt = Date.now();
    since = 0;
    const counting = countBytes();
    counted = counting;
    // A failure isn't cached, so the next file starts a new count
    counting.catch(() => {
      if (counted === counting) counted = undefined;
    });
    return counting;
  }

  async function getUsableDiskBytes(): Promise<number> {
    const { bavail, bsize } = await statfs(folder);
    return bavail * bsize - minFreeDiskBytes;
  }

  /** Returns the number of bytes that there is still room for; below zero if too many are already stored. */
  async function countBytesLeft(): Promise<number> {
    const free = await getUsableDiskBytes();
    if (maxBytes === Number.POSITIVE_INFINITY) return free;
    const isFresh = Date.now() - countedAt < countLifetimeMs;
    const used = (await (isFresh && counted ? counted : countAgain())) + since;
    // Another process may have deleted something in the meantime
    return Math.min(free, maxBytes - (used > maxBytes ? await countAgain() : used));
  }

  return {
    async createSpaceCheck() {
      const from = arrived;
      const maxNow = await countBytesLeft();
      return () => arrived - from <= maxNow;
    },
    // If there is no folder, nothing has been stored yet
    isFull: async () => (await getUsableDiskBytes().catch(() => 1)) <= 0,
    invalidate: () => {
      counted = undefined;
    },
    addUsage: (bytes) => {
      since += bytes;
      arrived += bytes;
    },
  };
}

/** Counts the bytes of all files in a folder and below it. */
export async function countFolderBytes(folder: string): Promise<number> {
  let bytes = 0;
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    // The file may have been deleted in the meantime
    bytes += (await stat(join(entry.parentPath, entry.name)).catch(() => undefined))?.size ?? 0;
  }
  return bytes;
}
