import { mkdir, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { openBackup } from '#platform/server/backup/read-backup.ts';
import { checkBackup } from '#platform/server/backup/restore-backup.ts';
import { writeBackup } from '#platform/server/backup/write-backup.ts';
import type { Snapshot } from '#platform/server/database/index.ts';
import { version } from '#platform/server/program/version.ts';
import type { Storage } from '#platform/server/storage/storage.ts';
import { addDays } from '#platform/shared/dates/dates.ts';

/** The settings needed to keep the present data: its folder, the backup folder and the secret. */
interface Folders {
  dataDir: string;
  backupDir: string;
  secret: string;
}

/**
 * The number of days for which the data before an upgrade or a restore is kept. The data map and the handbook name them
 * too.
 */
export const keptDays = 90;

/** Data that was kept before it was upgraded or replaced, with the day on which that happened. */
const kept = /^before-(?:upgrade|restore)-(\d{4}-\d{2}-\d{2})T.*\.zip$/;

/** Returns the folder for kept data: the backup folder or, if none is configured, a folder in the data folder. */
export const findKeptFolder = ({ backupDir, dataDir }: Pick<Folders, 'backupDir' | 'dataDir'>) =>
  backupDir || join(dataDir, 'backups');

/** Returns the path under which the data from before a restore is kept. */
export const buildKeptPath = (folder: string, now: Date) =>
  join(folder, `before-restore-${now.toISOString().slice(0, 23).replace(/[:.]/g, '-')}.zip`);

/**
 * Writes the present data to a backup, and reads it again to verify it.
 * @throws BackupError if it can't be written
 */
export async function keepPresent(
  path: string,
  {
    snapshot,
    storage,
    config,
    now,
  }: { snapshot: Snapshot; storage: Storage; config: Pick<Folders, 'dataDir' | 'secret'>; now: Date },
): Promise<void> {
  await mkdir(join(path, '..'), { recursive: true, mode: 0o700 });
  const secret = config.secret ? '' : await readFile(join(config.dataDir, 'secret'), 'utf8').catch(() => '');
  await writeBackup(path, { snapshot, storage, secret, version, now: now.toISOString() });
  const written = await openBackup(path);
  try {
    await checkBackup(written);
  } finally {
    written.close();
  }
}

/** Returns the paths of kept backups that are older than a number of days. */
export async function listKeptOlderThan(folder: string, days: number, now: Date): Promise<string[]> {
  const names = await readdir(folder).catch(() => []);
  const before = addDays(now.toISOString().slice(0, 10), -days);
  return names.filter((name) => (kept.exec(name)?.[1] ?? before) < before).map((name) => join(folder, name));
}

/** Deletes kept backups after their time, because they contain people who have been erased since. */
export async function deleteExpiredKept(folder: string, now: Date): Promise<void> {
  for (const path of await listKeptOlderThan(folder, keptDays, now)) await rm(path, { force: true });
}
