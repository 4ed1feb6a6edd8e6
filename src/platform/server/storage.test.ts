import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../../tests/support/engines.ts';
import { diskStorage } from './storage.ts';

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
