import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterEach, expect, test } from 'vitest';
import { findLastBackupTime } from '#platform/server/audit/index.ts';
import { createNightlyBackupFeature } from '#platform/server/backup/feature.ts';
import { openBackup } from '#platform/server/backup/read-backup.ts';
import { write } from '#platform/server/database/index.ts';
import type { Services } from '#platform/server/feature/feature.ts';
import { queueScheduledJobs, runDueJobs } from '#platform/server/jobs/runner.ts';
import { createTemporaryFolder, openTestDatabase } from '#tests/support/site/engines.ts';
import { makeAndRotateNightlyBackups } from './nightly-backup.ts';

const { signal } = new AbortController();
const before = process.env.DATA_DIR;

afterEach(() => {
  if (before === undefined) delete process.env.DATA_DIR;
  else process.env.DATA_DIR = before;
});

test('each night’s backup is made and recorded, and backups that need not be kept any longer are deleted', async () => {
  process.env.DATA_DIR = join(createTemporaryFolder(), 'data');
  const db = await openTestDatabase({ file: join(process.env.DATA_DIR, 'callboard.sqlite') });
  const folder = join(createTemporaryFolder(), 'backups');
  await makeAndRotateNightlyBackups(folder, { night: '2026-11-22', signal });
  expect(readdirSync(folder)).toEqual(['callboard-2026-11-22.zip']);
  expect(await findLastBackupTime(db.read)).toBeDefined();
  for (const day of ['01', '10', '11', '12', '13', '14', '15', '16', '17', '18', '19', '20', '21']) {
    writeFileSync(join(folder, `callboard-2026-11-${day}.zip`), 'last night’s');
  }
  writeFileSync(join(folder, 'notes.txt'), 'The disk is in the cupboard');
  // A second attempt for the same night creates no further backup
  await makeAndRotateNightlyBackups(folder, { night: '2026-11-22', signal });
  expect(readdirSync(folder).sort()).toEqual([
    ...['01', '15', '16', '17', '18', '19', '20', '21', '22'].map((day) => `callboard-2026-11-${day}.zip`),
    'notes.txt',
  ]);
});

test('a backup whose entry in the audit log is missing is recorded by the next attempt', async () => {
  process.env.DATA_DIR = join(createTemporaryFolder(), 'data');
  const db = await openTestDatabase({ file: join(process.env.DATA_DIR, 'callboard.sqlite') });
  const folder = join(createTemporaryFolder(), 'backups');
  // The backup is written, but the disk has no room left for the entry
  await write(db, (tx) =>
    sql`create trigger full before insert on audit begin select raise(abort, 'no room'); end`.execute(tx),
  );
  await expect(makeAndRotateNightlyBackups(folder, { night: '2026-11-22', signal })).rejects.toThrow('no room');
  expect(readdirSync(folder)).toEqual(['callboard-2026-11-22.zip']);
  await write(db, (tx) => sql`drop trigger full`.execute(tx));
  await makeAndRotateNightlyBackups(folder, { night: '2026-11-22', signal });
  const backup = await openBackup(join(folder, 'callboard-2026-11-22.zip'));
  expect(await findLastBackupTime(db.read)).toBe(backup.contents.made_at);
  backup.close();
  // A third attempt adds no second entry
  await makeAndRotateNightlyBackups(folder, { night: '2026-11-22', signal });
  expect(await db.read.selectFrom('audit').select('at').where('action', '=', 'backup.made').execute()).toHaveLength(1);
});

test('a partial backup is deleted, or replaced by the complete backup of the same night', async () => {
  process.env.DATA_DIR = join(createTemporaryFolder(), 'data');
  await openTestDatabase({ file: join(process.env.DATA_DIR, 'callboard.sqlite') });
  const folder = createTemporaryFolder();
  // On one night, the power failed during the backup; on another, the process was killed while it renamed the file
  writeFileSync(join(folder, 'callboard-2026-11-20.zip.k3J9.unfinished'), 'half of');
  writeFileSync(join(folder, 'callboard-2026-11-21.zip'), '');
  writeFileSync(join(folder, 'callboard-2026-11-22.zip'), '');
  writeFileSync(join(folder, 'mine.zip.k3J9.unfinished'), 'somebody is making it');
  await makeAndRotateNightlyBackups(folder, { night: '2026-11-22', signal });
  expect(readdirSync(folder).sort()).toEqual(['callboard-2026-11-22.zip', 'mine.zip.k3J9.unfinished']);
  const backup = await openBackup(join(folder, 'callboard-2026-11-22.zip'));
  expect(backup.contents.tables.length).toBeGreaterThan(0);
  backup.close();
});

test('a nightly backup that fails says why, and leaves nothing that looks like a backup', async () => {
  process.env.DATA_DIR = join(createTemporaryFolder(), 'nothing-here');
  const folder = createTemporaryFolder();
  await expect(makeAndRotateNightlyBackups(folder, { night: '2026-11-22', signal })).rejects.toThrow(
    'There is no database file',
  );
  expect(readdirSync(folder)).toEqual([]);
});

test('each night has its own backup in any time zone, however late the previous one was made', async () => {
  const db = await openTestDatabase({ file: join(createTemporaryFolder(), 'callboard.sqlite') });
  const nights: string[] = [];
  const { work } = createNightlyBackupFeature(async (_, night) => void nights.push(night));
  let now = '';
  const working = { db, clock: () => new Date(now), work: work?.({} as Services) ?? [] };
  // The site in Sydney was down on the first night. In UTC, the first two of these times are on the same day
  for (now of ['2026-11-22T02:00:00.000Z', '2026-11-22T16:20:00.000Z', '2026-11-23T16:20:00.000Z']) {
    await queueScheduledJobs(working, 'Australia/Sydney');
    await runDueJobs(working);
  }
  expect(nights).toEqual(['2026-11-22', '2026-11-23', '2026-11-24']);
});
