// This file is loaded only if files are in a store, because the client takes a fifth of a second and 40 MB.
import { createReadStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import {
  CopyObjectCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3';
import { withIdleTimeout } from './idle-timeout.ts';
import { createFileReceiver, createStoragePut } from './incoming-files.ts';
import { sweepFolder } from './old-files.ts';
import type { S3Access } from './s3-access.ts';
import { countBytesIn, createSpaceTracker } from './space-tracker.ts';
import { assertStorageKey, isStorageKey, type Storage, type StorageEntry, StorageUnavailableError } from './storage.ts';

/** The milliseconds for which the store may be silent. */
const silence = 15_000;
/** The time in milliseconds for which the store may be silent while it copies a file. */
const copying = 120_000;

const isMissing = (error: unknown) => error instanceof S3ServiceException && error.$metadata.httpStatusCode === 404;

/**
 * Rethrows the error of a missing file, which is a normal response. Any other error means that the store is
 * unavailable.
 */
function tellAway(error: unknown): never {
  const isBucket = error instanceof S3ServiceException && error.name === 'NoSuchBucket';
  if (isMissing(error) && !isBucket) throw error;
  throw new StorageUnavailableError('The file store is not responding.', { cause: error });
}

const file = (key: string) => {
  assertStorageKey(key);
  return `files/${key}`;
};
/** The key of an empty object that marks a file as unconfirmed. */
const unsettledMark = (key: string) => `unsettled/${key}`;
const leaving = (key: string) => `leaving/${key}`;

/**
 * Stores files in a bucket of an S3-compatible store, with a total of at most `most` bytes. Arriving files are received
 * in a folder of this machine, because programs inspect them there before they are stored.
 */
export function createS3Storage(
  { endpoint, bucket: Bucket, region, accessKey, secretKey }: S3Access,
  { folder, most = Number.POSITIVE_INFINITY }: { folder: string; most?: number },
): Storage {
  const client = new S3Client({
    ...{ endpoint, region, forcePathStyle: true, maxAttempts: 2 },
    credentials: { accessKeyId: accessKey, secretAccessKey: secretKey },
    // Amazon's additions to the signature are refused by other stores. A file's name is its checksum.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: {
      ...{ connectionTimeout: 3000, requestTimeout: silence, throwOnRequestTimeout: true },
      // Silence within a file is detected where the file is read, because a visitor who pauses is no fault of the store
      socketTimeout: 0,
      // Each visitor who watches a video uses one socket
      ...{ httpAgent: { maxSockets: 500 }, httpsAgent: { maxSockets: 500 } },
    },
  });

  async function* list(Prefix: string) {
    let ContinuationToken: string | undefined;
    do {
      const page = await client.send(new ListObjectsV2Command({ Bucket, Prefix, ContinuationToken })).catch(tellAway);
      for (const { Key = '', LastModified, Size = 0 } of page.Contents ?? [])
        yield { name: Key.slice(Prefix.length), at: LastModified ?? new Date(0), bytes: Size };
      ContinuationToken = page.IsTruncated ? page.NextContinuationToken : undefined;
    } while (ContinuationToken);
  }

  async function listedBefore(before: Date, prefix: string): Promise<string[]> {
    const names: string[] = [];
    for await (const { name, at } of list(prefix)) if (at < before) names.push(name);
    return names;
  }

  /** Returns the time at which a file was stored; undefined if the file doesn't exist. */
  async function storedAt(Key: string): Promise<Date | undefined> {
    try {
      return (await client.send(new HeadObjectCommand({ Bucket, Key }))).LastModified ?? new Date(0);
    } catch (error) {
      return isMissing(error) ? undefined : tellAway(error);
    }
  }

  const take = (Key: string) => client.send(new DeleteObjectCommand({ Bucket, Key })).catch(tellAway);

  const copy = (from: string, Key: string) =>
    client
      .send(new CopyObjectCommand({ Bucket, Key, CopySource: `${Bucket}/${from}` }), { requestTimeout: copying })
      .catch(tellAway);

  async function send(path: string, { key, bytes }: StorageEntry): Promise<void> {
    const stalled = new AbortController();
    const watch = setTimeout(
      () => stalled.abort(new StorageUnavailableError('The file store stopped accepting data.')),
      silence,
    );
    const Body = createReadStream(path).on('data', () => watch.refresh());
    // Only the client reads the body, at the store's pace
    Body.pause();
    const put = new PutObjectCommand({ Bucket, Key: file(key), Body, ContentLength: bytes });
    // The name is the hash that the signature covers, so the store itself refuses damaged data
    put.middlewareStack.add(
      (next) => (args) => {
        const { headers } = args.request as { headers: Record<string, string> };
        headers['x-amz-content-sha256'] = key;
        return next(args);
      },
      { step: 'build' },
    );
    try {
      await client.send(put, { abortSignal: stalled.signal, requestTimeout: 0 }).catch(tellAway);
    } finally {
      clearTimeout(watch);
      Body.destroy();
    }
  }

  const arrivals = join(folder, 'arriving');
  const room = createSpaceTracker(folder, most, async () => {
    let bytes = await countBytesIn(folder);
    for await (const stored of list('files/')) bytes += stored.bytes;
    return bytes;
  });

  const { receive, waitUntilIdle: cleared } = createFileReceiver(arrivals, {
    room,
    keep: async (path, stored) => {
      await client
        .send(new PutObjectCommand({ Bucket, Key: unsettledMark(stored.key), Body: '', ContentLength: 0 }))
        .catch(tellAway);
      await send(path, stored);
      await rm(path, { force: true });
    },
  });

  return {
    receive,
    waitUntilIdle: cleared,
    put: createStoragePut(receive),
    async open(key, range) {
      const Range = range && `bytes=${range.start}-${range.end}`;
      const { Body } = await client.send(new GetObjectCommand({ Bucket, Key: file(key), Range })).catch(tellAway);
      if (!(Body instanceof Readable)) throw new StorageUnavailableError('The store sent nothing.');
      return withIdleTimeout(Body, silence);
    },
    has: async (key) => (await storedAt(file(key))) !== undefined,
    async *keys() {
      for await (const { name } of list('files/')) if (isStorageKey(name)) yield name;
    },
    async remove(key, before) {
      const at = await storedAt(file(key));
      if (!at || at >= before) return false;
      // The file is copied, deleted and then checked: if another process stores it again in between, that process has
      // marked it as unconfirmed first
      await copy(file(key), leaving(key));
      await take(file(key));
      const mark = await storedAt(unsettledMark(key));
      const wanted = mark !== undefined && mark >= before;
      if (wanted) await copy(leaving(key), file(key));
      await take(leaving(key));
      room.invalidate();
      return !wanted;
    },
    listUnconfirmed: (before) => listedBefore(before, 'unsettled/'),
    async confirm(key, before) {
      const at = await storedAt(unsettledMark(key));
      if (at && at < before) await take(unsettledMark(key));
    },
    async deleteStaleIncoming(before) {
      const left = await listedBefore(before, 'leaving/');
      for (const key of left) await take(leaving(key));
      return left.length + (await sweepFolder(arrivals, before));
    },
    isFull: room.isFull,
    async checkReady() {
      await client
        .send(new ListObjectsV2Command({ Bucket, MaxKeys: 1, Prefix: 'files/' }), { requestTimeout: 3000 })
        .catch(tellAway);
    },
  };
}
