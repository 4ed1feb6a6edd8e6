import { mkdtemp, readdir, readFile, stat, symlink, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { BackupError } from './manifest.ts';
import { openBackup } from './read-backup.ts';
import { writeBackup } from './write-backup.ts';

const nothing = {
  snapshot: {
    engine: 'sqlite' as const,
    migrations: [],
    version: '',
    tables: [],
    read: () => Promise.reject(new Error('no tables')),
  },
  storage: { keys: async function* () {}, open: () => Promise.reject(new Error('no files')), has: async () => false },
  ...{ secret: 'sealed with this', version: '1.0.0', now: '2026-11-21T12:00:00.000Z' },
};

test('a backup is readable by its owner only, and isn’t written through a leftover symbolic link', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'backup-'));
  const [path, other] = [join(folder, 'one.zip'), join(folder, 'other.txt')];
  await writeFile(other, 'somebody else’s');
  await symlink(other, `${path}.unfinished`);
  await writeBackup(path, nothing);
  expect((await stat(path)).mode & 0o777).toBe(0o600);
  expect(await readFile(other, 'utf8')).toBe('somebody else’s');
});

test('a backup to a location that can’t be written fails and gives the reason', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'backup-'));
  await writeFile(join(folder, 'a-file'), '');
  for (const [there, code] of [
    ['no-such-folder', 'ENOENT'],
    ['a-file', 'ENOTDIR'],
  ] as const) {
    const path = join(folder, there, 'one.zip');
    const fault = await writeBackup(path, nothing).catch((error: unknown) => error);
    expect(fault).toBeInstanceOf(BackupError);
    expect(`${fault}`).toContain(`${path} can’t be written (${code})`);
  }
});

test('if two backups to the same file run at once, one is complete and the other fails', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'backup-'));
  const path = join(folder, 'one.zip');
  const written = Promise.withResolvers<void>();
  const storing = (text: string, turn?: Promise<void>) => ({
    ...nothing,
    storage: {
      keys: async function* () {
        yield 'a'.repeat(64);
      },
      open: async () => {
        await turn;
        return Readable.from([text.repeat(1_000_000)]);
      },
      has: async () => true,
    },
  });
  const [first, second] = await Promise.allSettled([
    writeBackup(path, storing('first ')).finally(written.resolve),
    writeBackup(path, storing('second', written.promise)),
  ]);
  expect(first.status).toBe('fulfilled');
  expect(second).toMatchObject({ status: 'rejected', reason: expect.any(BackupError) });
  const backup = await openBackup(path);
  expect(backup.contents.files).toBe(1);
  backup.close();
  expect(await readdir(folder)).toEqual(['one.zip']);
});

test('leftovers of an interrupted backup are deleted a day later by a backup to the same file', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'backup-'));
  const path = join(folder, 'one.zip');
  for (const name of ['one.zip.a.unfinished', 'one.zip.b.unfinished', 'two.zip.c.unfinished']) {
    await writeFile(join(folder, name), 'half of one');
  }
  const yesterday = new Date(Date.now() - 25 * 3_600_000);
  for (const name of ['one.zip.a.unfinished', 'two.zip.c.unfinished']) {
    await utimes(join(folder, name), yesterday, yesterday);
  }
  await writeBackup(path, nothing);
  expect((await readdir(folder)).sort()).toEqual(['one.zip', 'one.zip.b.unfinished', 'two.zip.c.unfinished']);
});
