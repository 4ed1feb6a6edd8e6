import { chmodSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createTemporaryFolder } from '#tests/support/site/engines.ts';
import { startSite } from '#tests/support/site/site.ts';
import { makeFolderPrivate } from './folders.ts';

/** Lists a folder and what is in it, as far as other users of this machine could read it. */
function openToOthers(folder: string): string[] {
  const entries = readdirSync(folder, { withFileTypes: true, recursive: true });
  const paths = [folder, ...entries.map((entry) => join(entry.parentPath, entry.name))];
  return paths.filter((path) => (statSync(path).mode & 0o077) !== 0);
}

test('other users of the machine can’t read the files of a running site', async () => {
  const dataDir = join(createTemporaryFolder(), 'data');
  const site = await startSite({ dataDir, env: { DEMO: '0' } });
  await fetch(`${site.url}/members/api/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      firstname: 'Ann',
      lastname: 'Hale',
      email: 'ann@players.example',
      password: 'a lamp, a rope and a bucket',
      confirm_password: 'a lamp, a rope and a bucket',
    }),
  });
  const mails = () => readdirSync(join(dataDir, 'mail')).filter((name) => name.endsWith('.eml'));
  await expect.poll(mails, { timeout: 15_000 }).toHaveLength(1);
  expect(readdirSync(dataDir)).toEqual(expect.arrayContaining(['callboard.sqlite', 'callboard.sqlite-wal', 'secret']));
  expect(openToOthers(dataDir)).toEqual([]);
  await site.stop();
});

test('the site’s files lose permissions that are too open, and other files are left unchanged', async () => {
  const dataDir = createTemporaryFolder();
  chmodSync(dataDir, 0o755);
  mkdirSync(join(dataDir, 'files/ab'), { recursive: true, mode: 0o755 });
  mkdirSync(join(dataDir, 'mail'), { mode: 0o755 });
  const ours = ['callboard.sqlite', 'callboard.sqlite-wal', 'mail/one.eml', 'files/ab/abc'];
  for (const name of [...ours, 'somebody-else.sh']) writeFileSync(join(dataDir, name), '', { mode: 0o755 });
  expect(await makeFolderPrivate(dataDir)).toBe(true);
  expect(openToOthers(dataDir)).toEqual([join(dataDir, 'somebody-else.sh')]);
  expect(statSync(join(dataDir, 'somebody-else.sh')).mode & 0o777).toBe(0o755);
  expect(statSync(join(dataDir, 'callboard.sqlite')).mode & 0o777).toBe(0o600);
});
