import { createHash, randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, open, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { SpaceTracker } from './space-tracker.ts';
import { FileTooLargeError, type Storage, type StorageEntry, StorageFullError } from './storage.ts';

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
): Pick<Storage, 'receive' | 'waitUntilIdle'> {
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
  const receive: Storage['receive'] = async (content, { maxBytes = Number.POSITIVE_INFINITY, sender = '' } = {}) => {
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
  (receive: Storage['receive']): Storage['put'] =>
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
