import { chmod, mkdtemp, readFile, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { writeBackup } from './write-backup.ts';

const nothing = {
  snapshot: {
    engine: 'sqlite' as const,
    migrations: [],
    tables: [],
    read: () => Promise.reject(new Error('no tables')),
  },
  storage: { keys: async function* () {}, open: () => Promise.reject(new Error('no files')), has: async () => false },
  ...{ secret: 'sealed with this', version: '1.0.0', now: '2026-11-21T12:00:00.000Z' },
};

test('what was left beside a backup, by an attempt before or by somebody else, is never written into', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'backup-'));
  const [path, other] = [join(folder, 'one.zip'), join(folder, 'other.txt')];
  await writeFile(`${path}.unfinished`, 'half of one');
  await chmod(`${path}.unfinished`, 0o644);
  await writeBackup(path, nothing);
  expect((await stat(path)).mode & 0o777).toBe(0o600);
  await writeFile(other, 'somebody else’s');
  await symlink(other, join(folder, 'two.zip.unfinished'));
  await writeBackup(join(folder, 'two.zip'), nothing);
  expect(await readFile(other, 'utf8')).toBe('somebody else’s');
});
