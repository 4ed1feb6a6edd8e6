import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openBackup } from '#platform/server/backup/read-backup.ts';
import { openDatabase } from '#platform/server/database/index.ts';
import { createTemporaryFolder } from '#tests/support/site/engines.ts';
import { ConfigError } from './config.ts';
import { migrations } from './migrations/index.ts';
import { makeUpgradeBackup } from './upgrade-backup.ts';

const older = migrations.slice(0, -1);
const now = new Date('2026-11-22T09:30:00.000Z');

/** Creates the database of an earlier version in the folder that the backup command reads. */
async function createOlderDatabase(): Promise<{ file: string }> {
  const before = process.env.DATA_DIR;
  process.env.DATA_DIR = join(createTemporaryFolder(), 'data');
  onTestFinished(() => {
    if (before === undefined) delete process.env.DATA_DIR;
    else process.env.DATA_DIR = before;
  });
  const place = { file: join(process.env.DATA_DIR, 'callboard.sqlite') };
  await (await openDatabase(place, older)).close();
  return place;
}

test('a database is backed up once before its upgrade, even if two processes start at once', async () => {
  const place = await createOlderDatabase();
  const folder = join(createTemporaryFolder(), 'backups');
  const options = { place, migrations, folder, now };
  const said = await Promise.all([makeUpgradeBackup(options), makeUpgradeBackup(options)]);
  expect(readdirSync(folder)).toEqual(['before-upgrade-2026-11-22T09-30.zip']);
  expect(said[0]).toContain('before-upgrade-2026-11-22T09-30.zip');
  const backup = await openBackup(join(folder, 'before-upgrade-2026-11-22T09-30.zip'));
  expect(backup.contents.migrations).toEqual(older.map(([name]) => name));
  backup.close();
});

test('a database that is current, new, or written by a newer version isn’t backed up', async () => {
  const place = await createOlderDatabase();
  const folder = join(createTemporaryFolder(), 'backups');
  expect(await makeUpgradeBackup({ place, migrations: older, folder, now })).toBeUndefined();
  expect(await makeUpgradeBackup({ place, migrations: older.slice(0, -1), folder, now })).toBeUndefined();
  const missing = { file: join(createTemporaryFolder(), 'callboard.sqlite') };
  expect(await makeUpgradeBackup({ place: missing, migrations, folder, now })).toBeUndefined();
});

test('an upgrade without a folder for backups reports that no backup was made', async () => {
  const place = await createOlderDatabase();
  expect(await makeUpgradeBackup({ place, migrations, folder: '', now })).toContain('BACKUP_DIR isn’t set');
});

test('a failing backup stops the upgrade, and without the data folder the error says that nothing was changed', async () => {
  const place = await createOlderDatabase();
  const folder = join(createTemporaryFolder(), 'a file');
  writeFileSync(folder, '');
  await expect(makeUpgradeBackup({ place, migrations, folder, now })).rejects.toThrow();
  const unreadable = { place, migrations, folder: createTemporaryFolder(), now };
  process.env.DATA_DIR = join(createTemporaryFolder(), 'nothing-here');
  const error = await makeUpgradeBackup(unreadable).catch((refused: unknown) => refused);
  expect(error).toBeInstanceOf(ConfigError);
  expect(`${error}`).toContain('Nothing was changed.');
});
