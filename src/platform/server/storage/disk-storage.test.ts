import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { watchFlushes } from '#tests/support/measures/flushes.ts';
import { createTemporaryFolder } from '#tests/support/site/engines.ts';
import { startStandInStore } from '#tests/support/site/s3.ts';
import { createDiskStorage } from './disk-storage.ts';
import { createS3Storage } from './s3-storage.ts';
import { type FileStorage, FileTooLargeError, StorageFullError, StorageUnavailableError } from './storage.ts';

interface OnStorage {
  storage: FileStorage;
  /** Opens the same files a second time, as another process would. */
  another: (limit?: { maxBytes: number }) => FileStorage;
  /** Lists the files in the folder for arriving files. */
  arrived: () => string[];
  /** Lists the names of the stored files, and of those on the unconfirmed list. */
  stored: () => string[];
}

const kinds: Record<string, () => Promise<Omit<OnStorage, 'storage'>>> = {
  disk: async () => {
    const folder = createTemporaryFolder();
    const stored = () =>
      readdirSync(folder, { recursive: true, withFileTypes: true }).flatMap((one) => (one.isFile() ? [one.name] : []));
    return { another: (limit) => createDiskStorage(folder, limit), arrived: () => arrivedIn(folder), stored };
  },
  S3: async () => {
    const folder = createTemporaryFolder();
    const { access, objects, close } = await startStandInStore();
    onTestFinished(close);
    return {
      another: (limit) => createS3Storage(access, { folder, ...limit }),
      arrived: () => arrivedIn(folder),
      stored: () => [...objects.keys()],
    };
  },
};

const arrivedIn = (folder: string) =>
  readdirSync(folder).includes('arriving') ? readdirSync(join(folder, 'arriving')) : [];

/** Runs a test on each kind of storage, because files must behave the same on all kinds. */
function onEachStorage(name: string, body: (on: OnStorage) => Promise<void>): void {
  for (const [kind, place] of Object.entries(kinds)) {
    test(`${name} (${kind})`, async () => {
      const on = await place();
      await body({ ...on, storage: on.another() });
    });
  }
}

onEachStorage('a file is returned as it was stored, in whole or in part', async ({ storage }) => {
  const content = Buffer.from('The curtain rises.');
  const { key, bytes } = await storage.put(content);
  expect(bytes).toBe(content.length);
  expect(await buffer(await storage.open(key))).toEqual(content);
  expect((await buffer(await storage.open(key, { start: 4, end: 10 }))).toString()).toBe('curtain');
});

onEachStorage('storing the same file twice stores one file', async ({ storage }) => {
  const [once, twice] = await Promise.all([storage.put(Buffer.from('a')), storage.put(Readable.from(['a']))]);
  expect(once).toEqual(twice);
  expect(await Readable.from(storage.keys()).toArray()).toEqual([once.key]);
});

onEachStorage('a connection that breaks half-way leaves nothing behind', async ({ storage, arrived, stored }) => {
  const broken = Readable.from(
    (async function* () {
      yield Buffer.alloc(100_000);
      throw new Error('connection lost');
    })(),
  );
  await expect(storage.put(broken)).rejects.toThrow('connection lost');
  expect(arrived()).toEqual([]);
  expect(stored()).toEqual([]);
});

onEachStorage('no storage key leads to anything but a stored file', async ({ storage }) => {
  await expect(storage.open('../../../etc/passwd')).rejects.toThrow('not the key');
  expect(await storage.has('a'.repeat(64))).toBe(false);
});

onEachStorage(
  'a received file can be read before it is stored, and a discarded file is deleted',
  async ({ storage, arrived }) => {
    const content = Buffer.from('The curtain rises, and falls. '.repeat(10));
    const wanted = await storage.receive(Readable.from([content.subarray(0, 5), content.subarray(5)]));
    const unwanted = await storage.receive(Readable.from(['Rubbish']));
    expect(wanted.head).toEqual(content.subarray(0, 64));
    expect(await buffer(await wanted.open())).toEqual(content);
    const { key, bytes } = await wanted.store();
    await unwanted.discard();
    await wanted.discard();
    expect(bytes).toBe(content.length);
    expect(await buffer(await storage.open(key))).toEqual(content);
    expect(arrived()).toEqual([]);
  },
);

onEachStorage('waitUntilIdle() waits until every received file is stored or deleted', async ({ storage, arrived }) => {
  await storage.waitUntilIdle();
  const events: string[] = [];
  const sending = new PassThrough();
  const cutOff = storage.receive(sending).catch(() => events.push('cut off'));
  const whole = await storage.receive(Readable.from(['whole']));
  sending.write('half');
  await expect.poll(() => sending.readableLength).toBe(0);
  const cleared = storage.waitUntilIdle().then(() => events.push('cleared'));
  await whole.store();
  sending.destroy(new Error('The line is dead'));
  await Promise.all([cutOff, cleared]);
  expect(arrived()).toEqual([]);
  expect(events.sort()).toEqual(['cleared', 'cut off']);
  // `waitUntilIdle` also waits for a file that is neither stored nor discarded
  const undecided = await storage.receive(Readable.from(['perhaps']));
  const again = storage.waitUntilIdle().then(() => events.push('decided'));
  await storage.put(Buffer.from('another'));
  expect(events).not.toContain('decided');
  await undecided.discard();
  await again;
});

onEachStorage(
  'a file that turns out too large is rejected at once and leaves nothing',
  async ({ storage, arrived }) => {
    let sent = 0;
    const endless = Readable.from(
      (async function* () {
        while (true) {
          sent += 1000;
          yield Buffer.alloc(1000);
        }
      })(),
    );
    await expect(storage.receive(endless, { maxBytes: 10_000 })).rejects.toThrow(FileTooLargeError);
    expect(sent).toBeLessThan(200_000);
    expect(arrived()).toEqual([]);
  },
);

onEachStorage('a stored file can be deleted, unless it has just been stored again', async ({ storage }) => {
  const { key } = await storage.put(Buffer.from('a'));
  const anHourAgo = new Date(Date.now() - 3_600_000);
  expect(await storage.remove(key, anHourAgo)).toBe(false);
  expect(await storage.has(key)).toBe(true);
  expect(await storage.remove(key, new Date(Date.now() + 1000))).toBe(true);
  expect(await storage.has(key)).toBe(false);
  expect(await storage.remove(key, new Date())).toBe(false);
});

onEachStorage(
  'received files that were never stored are deleted once they are old enough',
  async ({ storage, arrived }) => {
    await storage.receive(Readable.from(['half']));
    expect(await storage.deleteStaleIncoming(new Date(Date.now() - 3_600_000))).toBe(0);
    expect(await storage.deleteStaleIncoming(new Date(Date.now() + 1000))).toBe(1);
    expect(arrived()).toEqual([]);
    expect(await storage.deleteStaleIncoming(new Date())).toBe(0);
  },
);

onEachStorage(
  'files together use no more than the allowed space, and deleting some frees it',
  async ({ another, arrived }) => {
    const storage = another({ maxBytes: 10_000 });
    const { key } = await storage.put(Buffer.alloc(6000, 'a'));
    await expect(storage.put(Buffer.alloc(6000, 'b'))).rejects.toBeInstanceOf(StorageFullError);
    expect(arrived()).toEqual([]);
    await storage.put(Buffer.alloc(3000, 'c'));
    await expect(storage.put(Buffer.alloc(3000, 'd'))).rejects.toBeInstanceOf(StorageFullError);
    await storage.remove(key, new Date(Date.now() + 60_000));
    await storage.put(Buffer.alloc(6000, 'b'));
    // Another process, or the next start, counts the stored files
    await expect(another({ maxBytes: 10_000 }).put(Buffer.alloc(3000, 'e'))).rejects.toBeInstanceOf(StorageFullError);
  },
);

onEachStorage('files that arrive at the same time share the space that is left', async ({ another }) => {
  const storage = another({ maxBytes: 10_000 });
  const arriving = Array.from({ length: 8 }, () => new PassThrough());
  const received = Promise.allSettled(arriving.map((file) => storage.receive(file)));
  // Each file is accepted before any bytes of the others arrive
  for (const file of arriving) file.write(Buffer.alloc(1000));
  for (const file of arriving) await expect.poll(() => file.readableLength).toBe(0);
  for (const file of arriving) file.end(Buffer.alloc(1000));
  const came = await received;
  const refused = came.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
  for (const reason of refused) expect(reason).toBeInstanceOf(StorageFullError);
  // The space reserved for refused files is available again, for the accepted files or for another one
  for (const one of came) if (one.status === 'fulfilled') await one.value.store();
  const storedBytes = (came.length - refused.length) * 2000;
  expect(storedBytes).toBeLessThanOrEqual(10_000);
  expect(refused.length).toBeGreaterThan(0);
});

onEachStorage('a file that arrived and wasn’t stored frees its reserved space', async ({ another }) => {
  const storage = another({ maxBytes: 10_000 });
  const whileThere = new PassThrough();
  const receiving = storage.receive(whileThere);
  for (let i = 0; i < 5; i++) await (await storage.receive(Readable.from([Buffer.alloc(9000, i)]))).discard();
  whileThere.end(Buffer.alloc(9000));
  expect((await receiving).bytes).toBe(9000);
});

onEachStorage(
  'a stored file is listed as unconfirmed until it is confirmed, and again after it is stored again',
  async ({ storage }) => {
    const soon = new Date(Date.now() + 60_000);
    const anHourAgo = new Date(Date.now() - 3_600_000);
    expect(await storage.listUnconfirmed(soon)).toEqual([]);
    const { key } = await storage.put(Buffer.from('a'));
    expect(await storage.listUnconfirmed(anHourAgo)).toEqual([]);
    await storage.confirm(key, anHourAgo);
    expect(await storage.listUnconfirmed(soon)).toEqual([key]);
    await storage.confirm(key, soon);
    expect(await storage.listUnconfirmed(soon)).toEqual([]);
    await storage.put(Buffer.from('a'));
    expect(await storage.listUnconfirmed(soon)).toEqual([key]);
  },
);

test('a file is on the disk under its name before it is reported as stored', async () => {
  const folder = createTemporaryFolder();
  const { isFlushed } = await watchFlushes(folder);
  const { key } = await createDiskStorage(folder).put(Buffer.from('The curtain rises.'));
  expect(['', key.slice(0, 2)].map((name) => isFlushed(join(folder, name)))).toEqual([true, true]);
});

test('an unavailable store is reported as such, and its files can be read again once it is back', async () => {
  const folder = createTemporaryFolder();
  const { access, goAway, comeBack, close } = await startStandInStore();
  onTestFinished(close);
  const storage = createS3Storage(access, { folder });
  const { key } = await storage.put(Buffer.from('The curtain rises.'));
  await goAway();
  await expect(storage.open(key)).rejects.toThrow(StorageUnavailableError);
  await expect(storage.has(key)).rejects.toThrow(StorageUnavailableError);
  await expect(storage.put(Buffer.from('b'))).rejects.toThrow(StorageUnavailableError);
  await expect(storage.checkReady()).rejects.toThrow(StorageUnavailableError);
  expect(arrivedIn(folder)).toEqual([]);
  await comeBack();
  await storage.checkReady();
  expect((await buffer(await storage.open(key))).toString()).toBe('The curtain rises.');
});

test('a store refuses a client with another secret key', async () => {
  const { access, objects, close } = await startStandInStore();
  onTestFinished(close);
  const storage = createS3Storage({ ...access, secretKey: 'another' }, { folder: createTemporaryFolder() });
  await expect(storage.put(Buffer.from('a'))).rejects.toThrow(StorageUnavailableError);
  expect(objects.size).toBe(0);
});
