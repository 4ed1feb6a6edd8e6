import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import { addDays } from '#platform/shared/dates/dates.ts';
import { createTemporaryFolder } from '#tests/support/site/engines.ts';
import { type StandInStore, startStandInStore } from '#tests/support/site/s3.ts';
import { probeStoreRights } from '../../../doctor/offsite.ts';
import { BackupError } from '../backup/manifest.ts';
import { openBackup } from '../backup/read-backup.ts';
import { writeBackup } from '../backup/write-backup.ts';
import { createKeyPair } from './encryption.ts';
import {
  type CopyName,
  chooseCopyFolder,
  formatCopyName,
  type OffsiteSettings,
  openOffsiteStore,
  parseCopyName,
} from './offsite-store.ts';

const { signal } = new AbortController();
const partBytes = 100_000;

/** Writes a backup with one file of half a million random bytes, so that it takes several parts. */
async function makeBackup(folder: string, now: string): Promise<string> {
  const path = join(folder, `${now.slice(0, 10)}.zip`);
  const key = 'a'.repeat(64);
  await writeBackup(path, {
    snapshot: {
      engine: 'sqlite',
      migrations: [],
      version: '',
      tables: [],
      read: () => Promise.reject(new Error('no tables')),
    },
    storage: {
      keys: async function* () {
        yield key;
      },
      open: async () => Readable.from([randomBytes(500_000)]),
      has: async () => true,
    },
    secret: '',
    version: '1.0.0',
    now,
  });
  return path;
}

interface Off {
  folder: string;
  store: StandInStore;
  access: OffsiteSettings;
  secretKeys: string[];
  offsite: ReturnType<typeof openOffsiteStore>;
}

async function start(): Promise<Off> {
  const store = await startStandInStore();
  onTestFinished(store.close);
  Object.assign(store.rules, { mayDelete: false, isVersioned: true, needsChecksum: true });
  const { publicKey, secretKey } = await createKeyPair();
  const access = { s3: store.access, prefix: 'site/', publicKey };
  const offsite = openOffsiteStore(access, { partBytes });
  return { folder: createTemporaryFolder(), store, access, secretKeys: [secretKey], offsite };
}

const tonight = '2026-11-22T03:20:05.123Z';
const name = 'monthly/callboard-20261122T032005Z.zip.age';

test('a backup is uploaded encrypted and in parts, and is downloaded unchanged', async () => {
  const { folder, store, offsite, secretKeys } = await start();
  const path = await makeBackup(folder, tonight);
  const copy = await offsite.upload(path, signal);
  expect(copy).toMatchObject({ name, isNew: true });
  const parts = store.requests.filter((request) => request === `PUT site/${name}`);
  expect(parts.length).toBe(Math.ceil(copy.bytes / partBytes));
  const [[key, { bytes }] = ['', { bytes: Buffer.alloc(0) }]] = [...store.objects];
  expect(key).toBe(`site/${name}`);
  expect(bytes.length).toBe(copy.bytes);
  expect(bytes.includes('callboard.json')).toBe(false);
  const [listed] = await offsite.list();
  const back = join(folder, 'back.zip');
  await offsite.download(listed as typeof copy, { path: back, secretKeys });
  expect(readFileSync(back)).toEqual(readFileSync(path));
  expect(readdirSync(folder).sort()).toEqual(['2026-11-22.zip', 'back.zip']);
  (await openBackup(back)).close();
});

test('uploading a backup again sends nothing, and later backups are filed as daily or weekly copies', async () => {
  const { folder, store, offsite } = await start();
  const path = await makeBackup(folder, tonight);
  await offsite.upload(path, signal);
  const requests = store.requests.length;
  expect(await offsite.upload(path, signal)).toMatchObject({ name, isNew: false });
  expect(store.requests.slice(requests).some((request) => /^(PUT|POST)/.test(request))).toBe(false);
  for (const day of ['23', '24', '25']) {
    await offsite.upload(await makeBackup(folder, `2026-11-${day}T03:20:00.000Z`), signal);
  }
  expect((await offsite.list()).map((copy) => copy.name)).toEqual([
    'daily/callboard-20261125T032000Z.zip.age',
    'daily/callboard-20261124T032000Z.zip.age',
    'weekly/callboard-20261123T032000Z.zip.age',
    name,
  ]);
});

test('a copy whose size the store has changed is uploaded again', async () => {
  const { folder, store, offsite } = await start();
  const path = await makeBackup(folder, tonight);
  const { bytes } = await offsite.upload(path, signal);
  const object = store.objects.get(`site/${name}`) ?? expect.fail();
  object.bytes = object.bytes.subarray(0, -1);
  expect(await offsite.upload(path, signal)).toMatchObject({ name, bytes, isNew: true });
  expect(store.objects.get(`site/${name}`)?.bytes).toHaveLength(bytes);
});

test('objects with names that no site writes are left out of the list of copies', async () => {
  const { store, offsite } = await start();
  const object = { bytes: Buffer.from('x'), at: new Date() };
  for (const key of ['../../etc/passwd', 'checks/a.txt', 'daily/callboard-20261122T032000Z.zip', 'daily/\u001b[2J'])
    store.objects.set(`site/${key}`, object);
  store.objects.set(name, object);
  store.objects.set(`site/${name}`, object);
  expect((await offsite.list()).map((copy) => copy.name)).toEqual([name]);
});

test('an interrupted upload leaves no copy and no parts, and the next one succeeds', async () => {
  const { folder, store, offsite } = await start();
  const path = await makeBackup(folder, tonight);
  const stopping = new AbortController();
  let parts = 0;
  store.before = (request) => {
    if (request.startsWith('PUT')) parts += 1;
    if (parts === 3) stopping.abort(new BackupError('The upload was stopped.'));
  };
  await expect(offsite.upload(path, stopping.signal)).rejects.toThrow('The upload was stopped.');
  await expect.poll(() => store.uploads.size).toBe(0);
  expect(store.objects.size).toBe(0);
  store.before = () => {};
  expect((await offsite.upload(path, signal)).isNew).toBe(true);
});

test('a store that is unavailable, or refuses the key, is reported with the reason, but without the key', async () => {
  const { folder, store, access, offsite } = await start();
  const path = await makeBackup(folder, tonight);
  const refused = openOffsiteStore({ ...access, s3: { ...access.s3, secretKey: 'hunter2' } });
  const refusal = await refused.upload(path, signal).catch((error: Error) => error.message);
  expect(refusal).toMatch(/^The store with players at 127\.0\.0\.1:\d+ refused with 403 \(SignatureDoesNotMatch\)/);
  expect(refusal).not.toContain('hunter2');
  await store.goAway();
  await expect(offsite.upload(path, signal)).rejects.toThrow('didn’t respond (ECONNREFUSED)');
  await expect(offsite.list()).rejects.toBeInstanceOf(BackupError);
});

test('an upload fails if the store keeps less than was sent', async () => {
  const { folder, store, offsite } = await start();
  const path = await makeBackup(folder, tonight);
  store.before = (request) => {
    const object = store.objects.get(`site/${name}`);
    if (request.startsWith('HEAD') && object) object.bytes = object.bytes.subarray(0, 1000);
  };
  await expect(offsite.upload(path, signal)).rejects.toThrow('The store has 1000 bytes');
});

test('a file that isn’t a backup is never uploaded', async () => {
  const { folder, store, offsite } = await start();
  const path = join(folder, 'notes.zip');
  writeFileSync(path, 'Dear diary');
  await expect(offsite.upload(path, signal)).rejects.toThrow('isn’t a backup');
  expect(store.objects.size).toBe(0);
});

/** Uploads a backup, changes the copy, and expects that its download is refused and leaves no file. */
async function expectRefused(change: (off: Off, bytes: Buffer) => void, message: string): Promise<void> {
  const off = await start();
  const { folder, store, offsite, secretKeys } = off;
  const copy = await offsite.upload(await makeBackup(folder, tonight), signal);
  change(off, store.objects.get(`site/${name}`)?.bytes ?? Buffer.alloc(0));
  const attempt = offsite.download(copy, { path: join(folder, 'back.zip'), secretKeys });
  await expect(attempt).rejects.toThrow(message);
  await expect(attempt).rejects.toBeInstanceOf(BackupError);
  expect(readdirSync(folder)).toEqual(['2026-11-22.zip']);
}

const replaceWith = (off: Off, bytes: Buffer) => void off.store.objects.set(`site/${name}`, { bytes, at: new Date() });

test('a copy that was cut off is refused', () =>
  expectRefused((off, bytes) => replaceWith(off, bytes.subarray(0, -100_000)), 'damaged or incomplete'));

test('a copy that somebody has changed is refused', () =>
  expectRefused((_off, bytes) => {
    bytes[300_000] = (bytes[300_000] ?? 0) ^ 1;
  }, 'somebody has changed it'));

test('a copy that is longer than listed is refused', () =>
  expectRefused(
    (off, bytes) => replaceWith(off, Buffer.concat([bytes, Buffer.alloc(100)])),
    'more than it has listed',
  ));

test('downloading a copy that has disappeared since it was listed fails with a message', () =>
  expectRefused((off) => off.store.objects.clear(), 'any more'));

test('an off-site copy encrypted for another key can’t be downloaded', () =>
  expectRefused((off) => {
    off.secretKeys.splice(0, 1, 'AGE-SECRET-KEY-1GFPYYSJZGFPYYSJZGFPYYSJZGFPYYSJZGFPYYSJZGFPYYSJZGFPQ4EGAEX');
  }, 'another key'));

test('an older copy under the name of a newer one is refused', async () => {
  const { folder, store, offsite, secretKeys } = await start();
  await offsite.upload(await makeBackup(folder, '2026-10-01T03:20:00.000Z'), signal);
  const older = store.objects.get('site/monthly/callboard-20261001T032000Z.zip.age');
  store.objects.set(`site/${name}`, older as NonNullable<typeof older>);
  const [newest] = await offsite.list();
  const attempt = offsite.download(newest as NonNullable<typeof newest>, {
    path: join(folder, 'back.zip'),
    secretKeys,
  });
  await expect(attempt).rejects.toThrow('has a backup of Thursday 1 October 2026 at 3.20am UTC in it');
  expect(readdirSync(folder)).toEqual(['2026-10-01.zip']);
});

test('an existing file is never overwritten by a copy', async () => {
  const { folder, offsite, secretKeys } = await start();
  const path = await makeBackup(folder, tonight);
  const copy = await offsite.upload(path, signal);
  const before = readFileSync(path);
  await expect(offsite.download(copy, { path, secretKeys })).rejects.toThrow('already exists');
  expect(readFileSync(path)).toEqual(before);
  await expect(offsite.download(copy, { path: join(folder, 'no', 'back.zip'), secretKeys })).rejects.toThrow('ENOENT');
  expect(readdirSync(folder)).toEqual(['2026-11-22.zip']);
});

test('downloading a copy larger than the free disk space is refused without a request to the store', async () => {
  const { folder, store, offsite, secretKeys } = await start();
  const copy = await offsite.upload(await makeBackup(folder, tonight), signal);
  const requests = store.requests.length;
  const huge = { ...copy, bytes: Number.MAX_SAFE_INTEGER };
  await expect(offsite.download(huge, { path: join(folder, 'back.zip'), secretKeys })).rejects.toThrow('enough space');
  expect(store.requests).toHaveLength(requests);
});

test.each([
  ['may delete', { mayDelete: true, isVersioned: true }, { canDelete: true, canReplace: false }],
  ['may only store', { mayDelete: false, isVersioned: true }, { canDelete: false, canReplace: false }],
  ['may replace', { mayDelete: false, isVersioned: false }, { canDelete: false, canReplace: true }],
])('the rights of a key that %s are detected', async (_title, rules, rights) => {
  const { store, access } = await start();
  Object.assign(store.rules, rules);
  expect(await probeStoreRights(access)).toEqual(rights);
  expect([...store.objects.keys()].every((key) => key.startsWith('site/checks/'))).toBe(true);
});

test('testing a store key that may delete leaves no version of the test object in the store', async () => {
  const { store, access } = await start();
  Object.assign(store.rules, { mayDelete: true, isVersioned: true });
  await probeStoreRights(access);
  expect([...store.objects.keys()]).toEqual([]);
  expect([...store.versions.values()].flat()).toEqual([]);
});

test('a copy’s name is parsed back to the values from which it was formatted', () => {
  const copy: CopyName = { folder: 'daily', madeAt: '2026-11-22T03:20:05.000Z' };
  expect(formatCopyName(copy)).toBe('daily/callboard-20261122T032005Z.zip.age');
  expect(parseCopyName(formatCopyName(copy))).toEqual(copy);
});

test.each([
  '',
  '../daily/callboard-20261122T032005Z.zip.age',
  'daily/../../callboard-20261122T032005Z.zip.age',
  'daily/callboard-20261122T032005Z.zip.age\n',
  'daily/callboard-20261122T032005Z.zip.age/x',
  'hourly/callboard-20261122T032005Z.zip.age',
  'daily/callboard-20260231T032005Z.zip.age',
  'daily/callboard-20261122T252005Z.zip.age',
])('the name “%s” isn’t taken for that of a copy', (name) => {
  expect(parseCopyName(name)).toBeUndefined();
});

test('every name of an off-site copy that can be parsed is formatted back to the same name', () => {
  fc.assert(
    fc.property(fc.string(), (name) => {
      const copy = parseCopyName(name);
      if (copy) expect(formatCopyName(copy)).toBe(name);
    }),
  );
});

test('nightly copies go to monthly/ once a month, to weekly/ once a week, otherwise to daily/', () => {
  const copies: CopyName[] = [];
  for (let night = 0; night < 365; night += 1) {
    const madeAt = `${addDays('2026-01-01', night)}T03:20:00.000Z`;
    copies.push({ folder: chooseCopyFolder(madeAt, copies), madeAt });
  }
  const in_ = (folder: string) =>
    copies.filter((copy) => copy.folder === folder).map(({ madeAt }) => madeAt.slice(0, 10));
  expect(in_('monthly')).toEqual(
    Array.from({ length: 12 }, (_, month) => `2026-${`${month + 1}`.padStart(2, '0')}-01`),
  );
  expect(in_('weekly').slice(0, 4)).toEqual(['2026-01-05', '2026-01-12', '2026-01-19', '2026-01-26']);
  expect(in_('weekly').length + in_('monthly').length).toBeLessThanOrEqual(53 + 12);
  // Failed nights don't leave a week without a weekly copy: the next copy in that week is the weekly one
  expect(
    chooseCopyFolder('2026-05-08T03:20:00.000Z', [{ folder: 'monthly', madeAt: '2026-05-01T03:20:00.000Z' }]),
  ).toBe('weekly');
});
