import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSetupError, type Migrations, withSnapshot } from '#platform/server/database/index.ts';
import { ConfigError } from './config.ts';
import { runBackup } from './nightly-backup.ts';

interface UpgradeBackupOptions {
  place: Parameters<typeof withSnapshot>[0];
  migrations: Migrations;
  /** The folder for backups; "" for none. */
  folder: string;
  now: Date;
}

/** Returns the migrations that a database has run; undefined for one that is new, or that can't be opened. */
const findRecordedMigrations = (place: UpgradeBackupOptions['place']): Promise<readonly string[] | undefined> =>
  withSnapshot(place, async (snapshot) => snapshot.migrations).catch((error) => {
    // When the database is opened later, the error is reported
    if (error instanceof DatabaseSetupError) return undefined;
    throw error;
  });

/**
 * Makes a backup of a database that is about to be upgraded, so that the earlier version can be restored. Returns a
 * sentence about it for the person who starts the site; undefined if there is nothing to upgrade.
 *
 * @throws ConfigError if the backup fails; nothing has been upgraded then
 */
export async function makeUpgradeBackup({
  place,
  migrations,
  folder,
  now,
}: UpgradeBackupOptions): Promise<string | undefined> {
  const last = (await findRecordedMigrations(place))?.at(-1);
  const newest = migrations.at(-1)?.[0] ?? '';
  if (last === undefined || last >= newest) return undefined;
  if (folder === '') return 'The database is being upgraded without a backup, because BACKUP_DIR isn’t set.';
  // Processes that start in the same minute choose the same name. The first to finish makes the backup; the others fail,
  // and find its file
  const path = join(folder, `before-upgrade-${now.toISOString().slice(0, 16).replace(':', '-')}.zip`);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await runBackup(path, new AbortController().signal).catch((error: Error) => {
    if (existsSync(path)) return;
    throw new ConfigError(
      `This version has to upgrade the database, but it couldn’t be backed up first. Nothing was changed. ${error.message}\nCorrect the error and start again, or start once without BACKUP_DIR to upgrade without a backup.`,
    );
  });
  return `The database is being upgraded. It was backed up first: ${path}`;
}
