import { randomUUID } from 'node:crypto';
import { link, mkdir, open, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { flushFolder } from './folders.ts';
import {
  createFileReceiver,
  createSpaceTracker,
  createStoragePut,
  deleteFilesOlderThan,
  isFileOlderThan,
  listFilesOlderThan,
} from './incoming-files.ts';
import { assertStorageKey, type FileStorage, isStorageKey } from './storage.ts';

/** Matches the name of a folder of files: the first two digits of the files' keys. */
const partShape = /^[0-9a-f]{2}$/;

/** Creates a storage that has its files in a folder of this machine, with a total of at most `maxBytes` bytes. */
export function createDiskStorage(folder: string, { maxBytes = Number.POSITIVE_INFINITY } = {}): FileStorage {
  const space = createSpaceTracker(folder, maxBytes);
  const incoming = join(folder, 'arriving');
  /** The folder that has an empty file for each unconfirmed key. */
  const unconfirmed = join(folder, 'unsettled');
  const pathOf = (key: string) => {
    assertStorageKey(key);
    return join(folder, key.slice(0, 2), key);
  };

  const { receive, waitUntilIdle } = createFileReceiver(incoming, {
    space,
    moveIntoPlace: async (path, { key }) => {
      const part = dirname(pathOf(key));
      await mkdir(unconfirmed, { recursive: true });
      const isNew = (await mkdir(part, { recursive: true })) !== undefined;
      await writeFile(join(unconfirmed, key), '');
      await rename(path, pathOf(key));
      for (const changed of isNew ? [part, folder, dirname(folder)] : [part]) await flushFolder(changed);
    },
  });

  return {
    receive,
    waitUntilIdle,
    put: createStoragePut(receive),
    open: async (key, range) => (await open(pathOf(key))).createReadStream(range),
    has: async (key) => {
      const found = await stat(pathOf(key)).catch(() => undefined);
      return found?.isFile() ?? false;
    },
    async *keys() {
      for (const part of (await readdir(folder).catch(() => [])).filter((name) => partShape.test(name))) {
        for (const key of await readdir(join(folder, part))) if (isStorageKey(key)) yield key;
      }
    },
    async remove(key, before) {
      const path = pathOf(key);
      const moved = join(incoming, randomUUID());
      await mkdir(incoming, { recursive: true });
      try {
        // The file is moved first and checked afterwards. If another file with the same name is stored in between, that
        // file stays.
        await rename(path, moved);
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
        throw error;
      }
      const { mtime } = await stat(moved);
      const wanted = mtime >= before;
      // If the file has been stored again in the meantime, with the same content, the link fails
      if (wanted) await link(moved, path).catch(() => undefined);
      await rm(moved);
      space.invalidate();
      return !wanted;
    },
    listUnconfirmed: (before) => listFilesOlderThan(before, unconfirmed),
    async confirm(key, before) {
      if (await isFileOlderThan(before, join(unconfirmed, key))) await rm(join(unconfirmed, key), { force: true });
    },
    deleteStaleIncoming: (before) => deleteFilesOlderThan(incoming, before),
    isFull: space.isFull,
    checkReady: async () => {},
  };
}
