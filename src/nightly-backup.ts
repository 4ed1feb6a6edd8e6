import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { access, constants, mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { selectRetainedBackupDays } from '#platform/server/backup/feature.ts';
import { JobNotReadyError } from '#platform/server/jobs/retries.ts';
import type { CalendarDate } from '#platform/shared/dates/dates.ts';

const nightlyBackupName = /^callboard-(\d{4}-\d{2}-\d{2})\.zip$/;
const interruptedBackupName = /^callboard-\d{4}-\d{2}-\d{2}\.zip(\.[\w-]+)?\.unfinished$/;

/**
 * Makes the backup of one night, unless it exists, and makes sure that the audit log has its entry. Then deletes
 * backups that need not be kept any longer. Deletes interrupted backups too, and leaves other files alone.
 *
 * @throws Error if the `backup` command fails; the message contains its output
 */
export async function makeAndRotateNightlyBackups(
  folder: string,
  { night, signal }: { night: CalendarDate; signal: AbortSignal },
) {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await deleteUnusableBackups(folder);
  const name = `callboard-${night}.zip`;
  const path = join(folder, name);
  await ((await readdir(folder)).includes(name) ? recordBackup(path, signal) : runBackup(path, signal));
  const made = (await readdir(folder)).flatMap((file) => nightlyBackupName.exec(file)?.[1] ?? []);
  const stay = selectRetainedBackupDays(made);
  for (const day of made) if (!stay.has(day)) await rm(join(folder, `callboard-${day}.zip`), { force: true });
}

/**
 * Creates the folder for backups if it is missing. If the site can't make backups there, returns a warning for the
 * person who starts it; otherwise undefined.
 */
export async function prepareBackupFolder(folder: string): Promise<string | undefined> {
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await access(folder, constants.W_OK);
    return undefined;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return `Backups can’t be made in ${folder} (${code}): set BACKUP_DIR to a folder that this program can write to; with systemd, the unit’s ReadWritePaths must include the folder too.`;
  }
}

/**
 * Deletes the half-written files of interrupted backups, and empty files with a backup's name, which would count as
 * that night's backup.
 */
async function deleteUnusableBackups(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const path = join(folder, name);
    const isEmpty = nightlyBackupName.test(name) && (await stat(path)).size === 0;
    if (isEmpty || interruptedBackupName.test(name)) await rm(path, { force: true });
  }
}

/** Runs one of the site's commands in a process of its own. Returns its exit code and the end of its error output. */
async function run(command: URL, args: readonly string[], signal: AbortSignal) {
  const child = spawn(process.execPath, [fileURLToPath(command), ...args], {
    signal,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let errors = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    errors = (errors + text).slice(-2000);
  });
  const [code] = await once(child, 'close');
  return { code, errors: errors.trim() };
}

/**
 * Makes a backup in a process of its own.
 *
 * @throws Error if the `backup` command fails; the message contains its output
 */
export async function runBackup(path: string, signal: AbortSignal): Promise<void> {
  const { code, errors } = await run(new URL('./backup.ts', import.meta.url), [path], signal);
  if (code !== 0) throw new Error(`The backup failed: ${errors}`);
}

/** Records a backup in the audit log, in case an earlier attempt wrote the file but failed to record it. */
async function recordBackup(path: string, signal: AbortSignal): Promise<void> {
  const { code, errors } = await run(new URL('./backup.ts', import.meta.url), ['--record', path], signal);
  if (code !== 0) throw new Error(`The backup ${path} couldn’t be recorded in the audit log: ${errors}`);
}

/** Thrown if the command that copies a backup off site failed. The message is for the log. */
class OffsiteCopyError extends Error {
  readonly code = 'EOFFSITE';
}

/**
 * Copies a night's backup to the off-site store, in a process of its own, and records the copy in the audit log.
 * Doesn't upload the copy again if the store has it already.
 *
 * @throws JobNotReadyError if that night's backup isn't finished yet
 * @throws OffsiteCopyError if the `offsite` command fails; the message contains its output
 */
export async function copyNightlyBackupOffsite(
  folder: string,
  { night, signal }: { night: CalendarDate; signal: AbortSignal },
): Promise<void> {
  const path = join(folder, `callboard-${night}.zip`);
  const file = await stat(path).catch(() => undefined);
  if (!file || file.size === 0) throw new JobNotReadyError(`There is no backup ${path} yet.`);
  const { code, errors } = await run(new URL('./offsite.ts', import.meta.url), ['upload', path], signal);
  if (code !== 0) throw new OffsiteCopyError(`The off-site copy failed: ${errors}`);
}
