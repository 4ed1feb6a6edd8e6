import { createHash, randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, open, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/** Bytes from `start` to `end`, both included. */
export interface ByteRange {
  start: number;
  end: number;
}

/** Where files are kept. A file is called by what is in it, so the same file twice is one, and none ever changes. */
export interface Storage {
  /** Keeps a file whole or not at all. The key is its SHA-256 in hexadecimal. */
  put: (content: Buffer | Readable) => Promise<{ key: string; bytes: number }>;
  /** Rejects when the file isn't there: nothing has been sent of it yet. */
  open: (key: string, range?: ByteRange) => Promise<Readable>;
  has: (key: string) => Promise<boolean>;
}

const keyShape = /^[0-9a-f]{64}$/;

/** Files in a folder of this machine. */
export function diskStorage(folder: string): Storage {
  const pathOf = (key: string) => {
    // Keys come from our own rows; a broken row still can't lead out of the folder.
    if (!keyShape.test(key)) throw new Error('That is not the key of a stored file.');
    return join(folder, key.slice(0, 2), key);
  };
  return {
    async put(content) {
      const arriving = join(folder, 'arriving', randomUUID());
      await mkdir(dirname(arriving), { recursive: true });
      const hash = createHash('sha256');
      let bytes = 0;
      const weigh = new Transform({
        transform(piece: Buffer, _encoding, done) {
          hash.update(piece);
          bytes += piece.length;
          done(null, piece);
        },
      });
      try {
        const source = Buffer.isBuffer(content) ? Readable.from([content]) : content;
        await pipeline(source, weigh, createWriteStream(arriving, { flush: true }));
        const key = hash.digest('hex');
        await mkdir(dirname(pathOf(key)), { recursive: true });
        await rename(arriving, pathOf(key));
        return { key, bytes };
      } finally {
        await rm(arriving, { force: true });
      }
    },
    open: async (key, range) => (await open(pathOf(key))).createReadStream(range),
    has: async (key) => {
      const found = await stat(pathOf(key)).catch(() => undefined);
      return found?.isFile() ?? false;
    },
  };
}
