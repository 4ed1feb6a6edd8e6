import { createReadStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import {
  countFolderBytes,
  createFileReceiver,
  createSpaceTracker,
  createStoragePut,
  deleteFilesOlderThan,
} from './incoming-files.ts';
import { createS3Client, isMissingObjectError, type S3Access } from './s3-client.ts';
import { withIdleTimeout } from './s3-transfers.ts';
import { assertStorageKey, type FileStorage, isStorageKey, StorageUnavailableError } from './storage.ts';

/** The milliseconds for which the store may be silent. */
const silenceMs = 15_000;

/**
 * Handles an error of the store. A missing file is a normal response, so its error is rethrown. Any other error means
 * that the store is unavailable.
 */
function rethrowAsUnavailable(error: unknown): never {
  if (isMissingObjectError(error)) throw error;
  throw new StorageUnavailableError('The file store is not responding.', { cause: error });
}

const file = (key: string) => {
  assertStorageKey(key);
  return `files/${key}`;
};
/** The key of an empty object that marks a file as unconfirmed. */
const unconfirmedMark = (key: string) => `unsettled/${key}`;
const leaving = (key: string) => `leaving/${key}`;

/**
 * Creates a storage that has its files in a bucket of an S3-compatible store, with a total of at most `maxBytes` bytes.
 * Arriving files are received in a folder of this machine, because programs inspect them there before they are stored.
 */
export function createS3Storage(
  access: S3Access,
  { folder, maxBytes = Number.POSITIVE_INFINITY }: { folder: string; maxBytes?: number },
): FileStorage {
  const client = createS3Client(access);

  async function* list(prefix: string) {
    try {
      for await (const { key, modifiedAt, bytes } of client.list(prefix))
        yield { name: key.slice(prefix.length), at: modifiedAt, bytes };
    } catch (error) {
      rethrowAsUnavailable(error);
    }
  }

  async function listNamesBefore(before: Date, prefix: string): Promise<string[]> {
    const names: string[] = [];
    for await (const { name, at } of list(prefix)) if (at < before) names.push(name);
    return names;
  }

  const storedAt = (key: string) => client.findModifiedAt(key).catch(rethrowAsUnavailable);
  const removeObject = (key: string) => client.remove(key).catch(rethrowAsUnavailable);
  const copyObject = (from: string, to: string) => client.copy(from, to).catch(rethrowAsUnavailable);

  const incoming = join(folder, 'arriving');
  const space = createSpaceTracker(folder, maxBytes, async () => {
    let bytes = await countFolderBytes(folder);
    for await (const stored of list('files/')) bytes += stored.bytes;
    return bytes;
  });

  const { receive, waitUntilIdle } = createFileReceiver(incoming, {
    space,
    moveIntoPlace: async (path, stored) => {
      await client.putEmpty(unconfirmedMark(stored.key)).catch(rethrowAsUnavailable);
      // The key is the hash of the content, and the signed request contains it, so the store itself refuses damaged data
      const content = { open: () => createReadStream(path), bytes: stored.bytes, sha256: stored.key };
      await client.put(file(stored.key), content).catch(rethrowAsUnavailable);
      await rm(path, { force: true });
    },
  });

  return {
    receive,
    waitUntilIdle,
    put: createStoragePut(receive),
    async open(key, range) {
      return withIdleTimeout(await client.get(file(key), range).catch(rethrowAsUnavailable), silenceMs);
    },
    has: async (key) => (await storedAt(file(key))) !== undefined,
    async *keys() {
      for await (const { name } of list('files/')) if (isStorageKey(name)) yield name;
    },
    async remove(key, before) {
      const at = await storedAt(file(key));
      if (!at || at >= before) return false;
      // The file is copied, then deleted, then checked. A process that stores the file again in between first marks it
      // as unconfirmed, and that mark shows that the file is wanted
      await copyObject(file(key), leaving(key));
      await removeObject(file(key));
      const mark = await storedAt(unconfirmedMark(key));
      const wanted = mark !== undefined && mark >= before;
      if (wanted) await copyObject(leaving(key), file(key));
      await removeObject(leaving(key));
      space.invalidate();
      return !wanted;
    },
    listUnconfirmed: (before) => listNamesBefore(before, 'unsettled/'),
    async confirm(key, before) {
      const at = await storedAt(unconfirmedMark(key));
      if (at && at < before) await removeObject(unconfirmedMark(key));
    },
    async deleteStaleIncoming(before) {
      const leftovers = await listNamesBefore(before, 'leaving/');
      for (const key of leftovers) await removeObject(leaving(key));
      return leftovers.length + (await deleteFilesOlderThan(incoming, before));
    },
    isFull: space.isFull,
    checkReady: () => client.checkReady('files/').catch(rethrowAsUnavailable),
  };
}
