import {
  chmodSync,
  chownSync,
  copyFileSync,
  mkdirSync,
  readdirSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import BetterSqlite from 'better-sqlite3';
import { expect, test } from 'vitest';
import { createTemporaryFolder, openTestDatabase } from '#tests/support/site/engines.ts';
import { migrations } from '../migrations/index.ts';
import { deleteExpiredKeptBackups } from '../restore/kept-backups.ts';
import { checkDatabase, checkDataFolder, checkFonts, checkKeptBackups, checkNightlyBackups } from './data.ts';
import type { Finding } from './finding.ts';

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

const us = process.getuid?.() ?? 0;

function makeDataFolder() {
  const folder = join(createTemporaryFolder(), 'data');
  mkdirSync(folder, { mode: 0o700 });
  writeFileSync(join(folder, 'callboard.sqlite'), '');
  return folder;
}

test('a private data folder of the program’s user is fine', async () => {
  expect((await checkDataFolder(makeDataFolder(), us)).state).toBe('ok');
});

test('a data folder that doesn’t exist yet is fine if it can be created', async () => {
  expect(await checkDataFolder(join(createTemporaryFolder(), 'new', 'data'), us)).toMatchObject({ state: 'ok' });
});

test('a data folder that can’t be created, or is a file, is reported as a fault', async () => {
  const file = join(createTemporaryFolder(), 'file');
  writeFileSync(file, '');
  expect(await checkDataFolder(file, us)).toMatchObject({ state: 'fault', text: expect.stringContaining('is a file') });
  expect((await checkDataFolder(join(file, 'data'), us)).state).toBe('fault');
});

test('a data folder that others can read is reported in a note', async () => {
  const folder = makeDataFolder();
  chmodSync(folder, 0o755);
  expect((await checkDataFolder(folder, us)).state).toBe('note');
});

test('a data folder that belongs to another user is reported in a note', async () => {
  expect(await checkDataFolder(makeDataFolder(), us + 1)).toMatchObject({
    state: 'note',
    text: expect.stringContaining('belongs to another user'),
  });
});

test('a file that another user’s command left in the data folder is reported as a fault', async () => {
  const folder = makeDataFolder();
  const file = join(folder, 'secret');
  // Only root can make another user the owner of a file; otherwise, a link to a file of root is used
  if (us === 0) {
    writeFileSync(file, '');
    chownSync(file, 1, 1);
  } else symlinkSync('/etc/passwd', file);
  expect(await checkDataFolder(folder, us)).toMatchObject({
    state: 'fault',
    text: expect.stringContaining('sudo chown'),
  });
});

const now = new Date('2026-11-21T12:00:00Z');
const longAgo = new Date('2026-01-01T12:00:00Z');
const daysAgo = (days: number) => new Date(now.getTime() - days * 24 * 3600 * 1000);

function makeBackups(...ages: number[]) {
  const folder = createTemporaryFolder();
  for (const age of ages) {
    const file = join(folder, `callboard-${age}.zip`);
    writeFileSync(file, '');
    utimesSync(file, daysAgo(age), daysAgo(age));
  }
  return folder;
}

test('a site without a folder for backups is reported in a note', async () => {
  expect((await checkNightlyBackups('', { now, since: longAgo })).state).toBe('note');
});

test.each([0.4, -0.001])('a backup that is %s days old when the check begins is fine', async (age) => {
  expect(await checkNightlyBackups(makeBackups(age, 5), { now, since: longAgo })).toMatchObject({
    state: 'ok',
    text: expect.stringContaining('less than a day old'),
  });
});

test('backups are reported as a fault if the newest is three days old', async () => {
  expect(await checkNightlyBackups(makeBackups(3, 4), { now, since: longAgo })).toMatchObject({
    state: 'fault',
    text: expect.stringContaining('3 days old'),
  });
});

test('a missing backup is reported as a fault, unless the society is new', async () => {
  expect((await checkNightlyBackups(makeBackups(), { now, since: longAgo })).state).toBe('fault');
  expect((await checkNightlyBackups(makeBackups(), { now, since: daysAgo(0.5) })).state).toBe('ok');
});

test('an old backup isn’t a fault on a machine to which the society has just moved; its age is given', async () => {
  expect(await checkNightlyBackups(makeBackups(10), { now, since: daysAgo(0.5) })).toMatchObject({
    state: 'ok',
    text: expect.stringContaining('is 10 days old; the next is made tonight.'),
  });
});

test('a folder for backups that doesn’t exist yet is fine if it can be created', async () => {
  const file = join(createTemporaryFolder(), 'file');
  writeFileSync(file, '');
  expect((await checkNightlyBackups(`${file}-folder`, { now, since: longAgo })).state).toBe('ok');
  expect((await checkNightlyBackups(join(file, 'backups'), { now, since: longAgo })).state).toBe('fault');
});

test('data kept from before an upgrade or a restore is mentioned after 30 days, and deleted after 90', async () => {
  const folder = createTemporaryFolder();
  const names = ['upgrade-2026-08-01T09-30', 'upgrade-2026-10-10T09-30', 'restore-2026-11-20T09-30-00-000'];
  for (const name of [...names.map((name) => `before-${name}.zip`), 'before-2026-01-01.zip', 'ours.zip'])
    writeFileSync(join(folder, name), '');
  const today = new Date('2026-11-22T09:30:00.000Z');
  const { state, text } = await checkKeptBackups(folder, today);
  expect(state).toBe('note');
  expect(text).toContain('before-upgrade-2026-08-01T09-30.zip');
  expect(text).toContain('before-upgrade-2026-10-10T09-30.zip');
  expect(text).not.toMatch(/restore-2026|before-2026|ours/);
  await deleteExpiredKeptBackups(folder, today);
  expect(readdirSync(folder).sort()).toEqual([
    ...['before-2026-01-01.zip', 'before-restore-2026-11-20T09-30-00-000.zip'],
    ...['before-upgrade-2026-10-10T09-30.zip', 'ours.zip'],
  ]);
  expect((await checkKeptBackups(join(folder, 'none'), today)).state).toBe('ok');
});

async function listFontFindings(folder: string): Promise<Finding[]> {
  const findings: Finding[] = [];
  for await (const finding of checkFonts(folder)) findings.push(finding);
  return findings;
}

test('usable fonts are fine, unusable ones are named in a note, and a missing folder isn’t mentioned', async () => {
  const folder = join(createTemporaryFolder(), 'fonts');
  expect(await listFontFindings(folder)).toEqual([]);
  mkdirSync(folder);
  copyFileSync(new URL('../../tests/support/fonts/hebrew.ttf', import.meta.url), join(folder, 'hebrew.ttf'));
  expect(await listFontFindings(folder)).toMatchObject([{ state: 'ok', text: `the font in ${folder} can be used.` }]);
  for (let n = 0; n < 11; n++) writeFileSync(join(folder, `broken-${n}.ttf`), 'not a font');
  const [finding] = await listFontFindings(folder);
  expect(finding).toMatchObject({
    state: 'note',
    text: expect.stringContaining('broken-0.ttf can’t be read as a font'),
  });
  expect(finding?.text).toMatch(/; 1 more\.$/);
});
