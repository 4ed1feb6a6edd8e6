import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { addDays } from '#platform/shared/dates/dates.ts';

/**
 * The number of days for which the data before an upgrade or a restore is kept. The data map and the handbook state
 * this number too.
 */
export const keptBackupDays = 90;

/** Matches the file names of kept backups. Captures the day on which the data was upgraded or replaced. */
const kept = /^before-(?:upgrade|restore)-(\d{4}-\d{2}-\d{2})T.*\.zip$/;

/** Returns the folder for kept data: the backup folder or, if none is configured, a folder in the data folder. */
export const getKeptBackupFolder = ({ backupDir, dataDir }: { backupDir: string; dataDir: string }) =>
  backupDir || join(dataDir, 'backups');

/** Returns the path under which the data from before a restore is kept. */
export const buildPreRestoreBackupPath = (folder: string, now: Date) =>
  join(folder, `before-restore-${now.toISOString().slice(0, 23).replace(/[:.]/g, '-')}.zip`);

/** Returns the paths of kept backups that are older than a number of days. */
export async function listKeptBackupsOlderThan(folder: string, days: number, now: Date): Promise<string[]> {
  const names = await readdir(folder).catch(() => []);
  const before = addDays(now.toISOString().slice(0, 10), -days);
  return names.filter((name) => (kept.exec(name)?.[1] ?? before) < before).map((name) => join(folder, name));
}

/**
 * Deletes kept backups after `keptBackupDays`, because they may contain the details of people who were erased later.
 */
export async function deleteExpiredKeptBackups(folder: string, now: Date): Promise<void> {
  for (const path of await listKeptBackupsOlderThan(folder, keptBackupDays, now)) await rm(path, { force: true });
}
