import { createHash, randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, open, readdir, rm, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { minute } from '#platform/shared/dates/durations.ts';
import { type FileStorage, FileTooLargeError, type StorageEntry, StorageFullError } from './storage.ts';

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
   * Returns a check to call while a file is being received. The check returns true while there is room. It counts all
   * files being received, so that their total stays within the limit.
   */
  createSpaceCheck: () => Promise<() => boolean>;
  /** Returns true if the disk can't take any more files. */
  isFull: () => Promise<boolean>;
  /** Records that a file was deleted, so that the stored files are counted again. */
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
  /** The number of bytes that have arrived in this process, except those of discarded uploads. */
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

const headBytes = 64;

/**
 * Creates the functions that receive files into a folder of this machine, from which `moveIntoPlace` then moves them.
 * `waitUntilIdle` resolves once every received file is stored or deleted.
 */
export function createFileReceiver(
  folder: string,
  {
    space,
    moveIntoPlace,
  }: { space: SpaceTracker; moveIntoPlace: (path: string, stored: StorageEntry) => Promise<void> },
): Pick<FileStorage, 'receive' | 'waitUntilIdle'> {
  const pending = new Set<string>();
  let queue: (() => void)[] = [];
  const endPending = (path: string) => {
    pending.delete(path);
    if (pending.size > 0) return;
    for (const resolve of queue) resolve();
    queue = [];
  };
  const waitUntilIdle = async () => {
    if (pending.size > 0) await new Promise<void>((resolve) => queue.push(resolve));
  };
  const receive: FileStorage['receive'] = async (
    content,
    { maxBytes = Number.POSITIVE_INFINITY, sender = '' } = {},
  ) => {
    await mkdir(folder, { recursive: true });
    const hasRoom = await space.createSpaceCheck();
    const path = join(folder, randomUUID());
    const hash = createHash('sha256');
    let bytes = 0;
    const discard = async () => {
      await rm(path, { force: true });
      if (pending.has(path)) space.addUsage(-bytes);
      endPending(path);
    };
    let head = Buffer.alloc(0);
    const measure = new Transform({
      transform(piece: Buffer, _encoding, done) {
        hash.update(piece);
        bytes += piece.length;
        space.addUsage(piece.length);
        if (head.length < headBytes) head = Buffer.concat([head, piece.subarray(0, headBytes - head.length)]);
        if (bytes > maxBytes) done(new FileTooLargeError(`More than ${maxBytes} bytes`));
        else if (!hasRoom()) done(new StorageFullError('There is no room for this file'));
        else done(null, piece);
      },
    });
    pending.add(path);
    try {
      await pipeline(content, measure, createWriteStream(path, { flush: true }));
    } catch (error) {
      await discard();
      throw error;
    }
    const key = hash.digest('hex');
    return {
      sender,
      key,
      bytes,
      head,
      path,
      open: async (range) => (await open(path)).createReadStream(range),
      store: async () => {
        await moveIntoPlace(path, { key, bytes });
        endPending(path);
        return { key, bytes };
      },
      discard,
    };
  };
  return { receive, waitUntilIdle };
}

/** Creates the function that receives and stores data in one step. */
export const createStoragePut =
  (receive: FileStorage['receive']): FileStorage['put'] =>
  async (content) => {
    const arrival = await receive(Buffer.isBuffer(content) ? Readable.from([content]) : content);
    try {
      return await arrival.store();
    } finally {
      await arrival.discard();
    }
  };

/** Returns true if a file is older than `before`. Returns false for a file that another process has just removed. */
export async function isFileOlderThan(before: Date, path: string): Promise<boolean> {
  const found = await stat(path).catch(() => undefined);
  return found !== undefined && found.mtime < before;
}

/** Lists the names of files in a folder that were last changed before the given time. */
export async function listFilesOlderThan(before: Date, folder: string): Promise<string[]> {
  const names: string[] = [];
  for (const name of await readdir(folder).catch(() => [])) {
    if (await isFileOlderThan(before, join(folder, name))) names.push(name);
  }
  return names;
}

/** Deletes the files in a folder that are older than `before`, and returns their number. */
export async function deleteFilesOlderThan(folder: string, before: Date): Promise<number> {
  const left = await listFilesOlderThan(before, folder);
  for (const name of left) await rm(join(folder, name), { force: true });
  return left.length;
}
