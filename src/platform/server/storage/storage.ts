import { createHash, randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { link, mkdir, open, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { roomIn } from './storage-room.ts';

/** Bytes from `start` to `end`, both included. */
export interface ByteRange {
  start: number;
  end: number;
}

/** The storage's name for a stored file: the SHA-256 of its bytes, in hexadecimal. */
export interface Stored {
  key: string;
  bytes: number;
}

/** A file that has arrived in full, and is neither stored nor deleted yet. */
export interface Arrival {
  /** The user who sent it; "" for nobody in particular. */
  sender: string;
  bytes: number;
  /** Its first 64 bytes, which tell its type. */
  head: Buffer;
  /** Its path until it is stored, for programs that read from a disk. */
  path: string;
  open: (range?: ByteRange) => Promise<Readable>;
  keep: () => Promise<Stored>;
  /** Does nothing to one that is stored already. */
  discard: () => Promise<void>;
}

/** A file turned out larger than its receiver accepts. */
export class FileTooLarge extends Error {}

/** Another file would take more room than all may have together, or than the disk can spare. */
export class StorageFull extends Error {}

/**
 * Where files are stored. A file is named by its content, so the same file twice is stored once, and none ever changes.
 */
export interface Storage {
  /** Stores a file whole or not at all. */
  put: (content: Buffer | Readable) => Promise<Stored>;
  /**
   * Receives a file as it arrives, whole or not at all, to be looked at before it is stored. It is never in memory as a
   * whole.
   * @throws FileTooLarge as soon as there are more than `most` bytes, StorageFull as soon as there is no room for more
   */
  receive: (content: Readable, from?: { most?: number; sender?: string }) => Promise<Arrival>;
  /** Rejects when the file isn't there: nothing of it has been sent yet. */
  open: (key: string, range?: ByteRange) => Promise<Readable>;
  has: (key: string) => Promise<boolean>;
  /** Every stored file's key. What is stored or removed meanwhile may be among them or not. */
  keys: () => AsyncIterable<string>;
  /**
   * Deletes a file, unless it was stored again after `before`: then somebody is about to refer to it. The caller has to
   * know whether anything else does.
   */
  remove: (key: string, before: Date) => Promise<boolean>;
  /**
   * Keys of what was stored before then, and may never have been recorded: the call was refused after that, or its
   * process killed.
   */
  unsettled: (before: Date) => Promise<string[]>;
  /** Takes a key off that list, unless its file was stored again after `before`. */
  settle: (key: string, before: Date) => Promise<void>;
  /** Deletes what arrived before then and was never stored, as a killed process leaves it behind. */
  sweep: (before: Date) => Promise<number>;
}

const keyShape = /^[0-9a-f]{64}$/;
/** Files are in folders by the first two digits of their keys. */
const partShape = /^[0-9a-f]{2}$/;
const headBytes = 64;

/** Files in a folder of this machine, of at most `most` bytes together. */
export function diskStorage(folder: string, { most = Number.POSITIVE_INFINITY } = {}): Storage {
  const room = roomIn(folder, most);
  const arrivals = join(folder, 'arriving');
  /** An empty file for each key. */
  const unsettled = join(folder, 'unsettled');
  const pathOf = (key: string) => {
    // Keys come from our own rows; even a corrupt row can't lead out of the folder.
    if (!keyShape.test(key)) throw new Error('That is not the key of a stored file.');
    return join(folder, key.slice(0, 2), key);
  };

  async function receive(
    content: Readable,
    { most: mostHere = Number.POSITIVE_INFINITY, sender = '' } = {},
  ): Promise<Arrival> {
    const path = join(arrivals, randomUUID());
    await mkdir(arrivals, { recursive: true });
    const hasRoom = await room.watched();
    const hash = createHash('sha256');
    let bytes = 0;
    let isHere = true;
    const gone = async () => {
      await rm(path, { force: true });
      if (isHere) room.take(-bytes);
      isHere = false;
    };
    let head = Buffer.alloc(0);
    const weigh = new Transform({
      transform(piece: Buffer, _encoding, done) {
        hash.update(piece);
        bytes += piece.length;
        room.take(piece.length);
        if (head.length < headBytes) head = Buffer.concat([head, piece.subarray(0, headBytes - head.length)]);
        if (bytes > mostHere) done(new FileTooLarge(`More than ${mostHere} bytes`));
        else if (!hasRoom()) done(new StorageFull('There is no room for this file'));
        else done(null, piece);
      },
    });
    try {
      await pipeline(content, weigh, createWriteStream(path, { flush: true }));
    } catch (error) {
      await gone();
      throw error;
    }
    const key = hash.digest('hex');
    return {
      sender,
      bytes,
      head,
      path,
      open: async (range) => (await open(path)).createReadStream(range),
      keep: async () => {
        for (const there of [dirname(pathOf(key)), unsettled]) await mkdir(there, { recursive: true });
        await writeFile(join(unsettled, key), '');
        await rename(path, pathOf(key));
        isHere = false;
        return { key, bytes };
      },
      discard: gone,
    };
  }

  return {
    receive,
    async put(content) {
      const arrival = await receive(Buffer.isBuffer(content) ? Readable.from([content]) : content);
      return arrival.keep();
    },
    open: async (key, range) => (await open(pathOf(key))).createReadStream(range),
    has: async (key) => {
      const found = await stat(pathOf(key)).catch(() => undefined);
      return found?.isFile() ?? false;
    },
    async *keys() {
      for (const part of (await readdir(folder).catch(() => [])).filter((name) => partShape.test(name))) {
        for (const key of await readdir(join(folder, part))) if (keyShape.test(key)) yield key;
      }
    },
    async remove(key, before) {
      const path = pathOf(key);
      const leaving = join(arrivals, randomUUID());
      await mkdir(arrivals, { recursive: true });
      try {
        // Moved first and looked at afterwards: a file stored here in between is another one, and stays.
        await rename(path, leaving);
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
        throw error;
      }
      const { mtime } = await stat(leaving);
      const wanted = mtime >= before;
      // The link fails where the file has been stored again meanwhile; it is the same one.
      if (wanted) await link(leaving, path).catch(() => undefined);
      await rm(leaving);
      room.give();
      return !wanted;
    },
    unsettled: (before) => olderThan(before, unsettled),
    async settle(key, before) {
      if (await isOlderThan(before, join(unsettled, key))) await rm(join(unsettled, key), { force: true });
    },
    async sweep(before) {
      const left = await olderThan(before, arrivals);
      for (const name of left) await rm(join(arrivals, name), { force: true });
      return left.length;
    },
  };
}

/** False, too, for what another process has just taken away. */
async function isOlderThan(before: Date, path: string): Promise<boolean> {
  const found = await stat(path).catch(() => undefined);
  return found !== undefined && found.mtime < before;
}

async function olderThan(before: Date, folder: string): Promise<string[]> {
  const names: string[] = [];
  for (const name of await readdir(folder).catch(() => [])) {
    if (await isOlderThan(before, join(folder, name))) names.push(name);
  }
  return names;
}
