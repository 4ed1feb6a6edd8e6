import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import BetterSqlite from 'better-sqlite3';
import { expect, test } from 'vitest';
import { createTemporaryFolder, openTestDatabase } from '#tests/support/site/engines.ts';
import { migrations } from '../migrations/index.ts';
import { checkDatabase } from './database.ts';

const names = migrations.map(([name]) => name);

async function makeDatabase() {
  const file = join(createTemporaryFolder(), 'callboard.sqlite');
  await openTestDatabase({ file });
  return { url: '', file };
}

test('a database of the program’s own version is fine', async () => {
  expect((await checkDatabase(await makeDatabase(), names)).state).toBe('ok');
});

test('a database of an older program version is reported in a note', async () => {
  expect((await checkDatabase(await makeDatabase(), [...names, '9998-next'])).state).toBe('note');
});

test('a database of a newer program version is reported as a fault', async () => {
  const place = await makeDatabase();
  expect(await checkDatabase(place, names.slice(0, -1))).toMatchObject({
    state: 'fault',
    text: expect.stringContaining('a newer version'),
  });
  new BetterSqlite(place.file).exec("update migration set version = '99.1.0'").close();
  expect(await checkDatabase(place, names.slice(0, -1))).toMatchObject({
    state: 'fault',
    text: expect.stringMatching(
      /^it was written by Callboard 99\.1\.0, and this is .*: install 99\.1\.0 or a later version/,
    ),
  });
});

test('a database that doesn’t exist yet is fine, and isn’t created', async () => {
  const place = { url: '', file: join(createTemporaryFolder(), 'callboard.sqlite') };
  expect((await checkDatabase(place, names)).state).toBe('ok');
  expect((await checkDatabase(place, names)).text).toContain('doesn’t exist yet');
});

test('a file that isn’t a database, or a server that doesn’t respond, is reported as a fault', async () => {
  const file = join(createTemporaryFolder(), 'callboard.sqlite');
  writeFileSync(file, 'Dear diary, today we opened.\n'.repeat(500));
  expect((await checkDatabase({ url: '', file }, names)).state).toBe('fault');
  const down = await checkDatabase({ url: 'postgres://me:hunter2@127.0.0.1:1/x', file }, names);
  expect(down.state).toBe('fault');
  expect(down.text).not.toContain('hunter2');
});
