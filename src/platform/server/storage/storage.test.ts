import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { temporaryFolder } from '#tests/support/engines.ts';
import { diskStorage, FileTooLarge, StorageFull } from './storage.ts';

test('a file comes back as it went in, whole or in part', async () => {
  const storage = diskStorage(temporaryFolder());
  const content = Buffer.from('The curtain rises.');
  const { key, bytes } = await storage.put(content);
  expect(bytes).toBe(content.length);
  expect(await buffer(await storage.open(key))).toEqual(content);
  expect((await buffer(await storage.open(key, { start: 4, end: 10 }))).toString()).toBe('curtain');
});

test('the same file twice is one file', async () => {
  const storage = diskStorage(temporaryFolder());
  const [once, twice] = await Promise.all([storage.put(Buffer.from('a')), storage.put(Readable.from(['a']))]);
  expect(once).toEqual(twice);
});

test('a connection that breaks half-way leaves nothing behind', async () => {
  const folder = temporaryFolder();
  const storage = diskStorage(folder);
  const broken = Readable.from(
    (async function* () {
      yield Buffer.alloc(100_000);
      throw new Error('connection lost');
    })(),
  );
  await expect(storage.put(broken)).rejects.toThrow('connection lost');
  expect(readdirSync(join(folder, 'arriving'))).toEqual([]);
  expect(readdirSync(folder)).toEqual(['arriving']);
});

test('no key leads out of the folder', async () => {
  const storage = diskStorage(temporaryFolder());
  await expect(storage.open('../../../etc/passwd')).rejects.toThrow('not the key');
  expect(await storage.has('a'.repeat(64))).toBe(false);
});

const arrived = (folder: string) => readdirSync(join(folder, 'arriving'));

test('a file that arrives is looked at before it is kept, and one that is not wanted is gone', async () => {
  const folder = temporaryFolder();
  const storage = diskStorage(folder);
  const content = Buffer.from('The curtain rises, and falls. '.repeat(10));
  const wanted = await storage.receive(Readable.from([content.subarray(0, 5), content.subarray(5)]));
  const unwanted = await storage.receive(Readable.from(['Rubbish']));
  expect(wanted.head).toEqual(content.subarray(0, 64));
  expect(await buffer(await wanted.open())).toEqual(content);
  const { key, bytes } = await wanted.keep();
  await unwanted.discard();
  await wanted.discard();
  expect(bytes).toBe(content.length);
  expect(await buffer(await storage.open(key))).toEqual(content);
  expect(arrived(folder)).toEqual([]);
});

test('a file that turns out too large is given up at once, and leaves nothing', async () => {
  const folder = temporaryFolder();
  let sent = 0;
  const endless = Readable.from(
    (async function* () {
      while (true) {
        sent += 1000;
        yield Buffer.alloc(1000);
      }
    })(),
  );
  await expect(diskStorage(folder).receive(endless, { most: 10_000 })).rejects.toThrow(FileTooLarge);
  expect(sent).toBeLessThan(200_000);
  expect(arrived(folder)).toEqual([]);
});

test('a file is taken away, but not one that has just been put here again', async () => {
  const storage = diskStorage(temporaryFolder());
  const { key } = await storage.put(Buffer.from('a'));
  const anHourAgo = new Date(Date.now() - 3_600_000);
  expect(await storage.remove(key, anHourAgo)).toBe(false);
  expect(await storage.has(key)).toBe(true);
  expect(await storage.remove(key, new Date(Date.now() + 1000))).toBe(true);
  expect(await storage.has(key)).toBe(false);
  expect(await storage.remove(key, new Date())).toBe(false);
});

test('what a killed process left half arrived is swept up, what is arriving is not', async () => {
  const folder = temporaryFolder();
  const storage = diskStorage(folder);
  await storage.receive(Readable.from(['half']));
  expect(await storage.sweep(new Date(Date.now() - 3_600_000))).toBe(0);
  expect(await storage.sweep(new Date(Date.now() + 1000))).toBe(1);
  expect(arrived(folder)).toEqual([]);
  expect(await diskStorage(temporaryFolder()).sweep(new Date())).toBe(0);
});

test('files take no more room than they may all together, and have it again when some are gone', async () => {
  const folder = temporaryFolder();
  const storage = diskStorage(folder, { most: 10_000 });
  const { key } = await storage.put(Buffer.alloc(6000, 'a'));
  await expect(storage.put(Buffer.alloc(6000, 'b'))).rejects.toBeInstanceOf(StorageFull);
  expect(readdirSync(join(folder, 'arriving'))).toEqual([]);
  await storage.put(Buffer.alloc(3000, 'c'));
  await expect(storage.put(Buffer.alloc(3000, 'd'))).rejects.toBeInstanceOf(StorageFull);
  await storage.remove(key, new Date(Date.now() + 60_000));
  await storage.put(Buffer.alloc(6000, 'b'));
  // Another process, or the next start, counts what lies there
  await expect(diskStorage(folder, { most: 10_000 }).put(Buffer.alloc(3000, 'e'))).rejects.toBeInstanceOf(StorageFull);
});

test('files that arrive at the same time have only the room that there is for all of them', async () => {
  const storage = diskStorage(temporaryFolder(), { most: 10_000 });
  const arriving = Array.from({ length: 8 }, () => new PassThrough());
  const received = Promise.allSettled(arriving.map((file) => storage.receive(file)));
  // Each is let in while nothing of the others is here
  for (const file of arriving) file.write(Buffer.alloc(1000));
  for (const file of arriving) await expect.poll(() => file.readableLength).toBe(0);
  for (const file of arriving) file.end(Buffer.alloc(1000));
  const came = await received;
  const refused = came.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
  for (const reason of refused) expect(reason).toBeInstanceOf(StorageFull);
  // What was refused has given its room back, to those that went on or to another
  for (const one of came) if (one.status === 'fulfilled') await one.value.keep();
  const kept = (came.length - refused.length) * 2000;
  expect(kept).toBeLessThanOrEqual(10_000);
  expect(refused.length).toBeGreaterThan(0);
});

test('what arrived and wasn’t stored leaves its room to others', async () => {
  const storage = diskStorage(temporaryFolder(), { most: 10_000 });
  const whileThere = new PassThrough();
  const receiving = storage.receive(whileThere);
  for (let i = 0; i < 5; i++) await (await storage.receive(Readable.from([Buffer.alloc(9000, i)]))).discard();
  whileThere.end(Buffer.alloc(9000));
  expect((await receiving).bytes).toBe(9000);
});

test('what was stored is unsettled until somebody has looked for it, and again when it is stored again', async () => {
  const storage = diskStorage(temporaryFolder());
  const soon = new Date(Date.now() + 60_000);
  const anHourAgo = new Date(Date.now() - 3_600_000);
  expect(await storage.unsettled(soon)).toEqual([]);
  const { key } = await storage.put(Buffer.from('a'));
  expect(await storage.unsettled(anHourAgo)).toEqual([]);
  await storage.settle(key, anHourAgo);
  expect(await storage.unsettled(soon)).toEqual([key]);
  await storage.settle(key, soon);
  expect(await storage.unsettled(soon)).toEqual([]);
  await storage.put(Buffer.from('a'));
  expect(await storage.unsettled(soon)).toEqual([key]);
});
