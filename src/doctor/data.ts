// Checks of the society's data: the database, folder permissions, fonts, and the age of backups and kept data.
import { existsSync } from 'node:fs';
import { access, constants, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { examineFontFolder, formatUnusableFonts } from '#features/archive/shows/posters/server/index.ts';
import { DatabaseSetupError, withSnapshot } from '#platform/server/database/index.ts';
import { formatNewerVersionAdvice } from '#platform/server/program/program.ts';
import { day } from '#platform/shared/dates/durations.ts';
import { keptBackupDays, listKeptBackupsOlderThan } from '../restore/kept-backups.ts';
import { buildFaultFinding, buildNoteFinding, buildOkFinding, type Finding } from './finding.ts';
import { findExistingFolder } from './machine.ts';

/** Checks that the database opens and has a version that this program knows. Changes nothing in it. */
export async function checkDatabase(
  place: { url: string; file: string },
  migrations: readonly string[],
): Promise<Finding> {
  const subject = 'Database';
  if (!place.url && !existsSync(place.file)) {
    return buildOkFinding(subject, `${place.file} doesn’t exist yet; the first start creates it.`);
  }
  try {
    const { done, version } = await withSnapshot(place, async (snapshot) => ({
      done: snapshot.migrations,
      version: snapshot.version,
    }));
    if (done.some((name) => name > (migrations.at(-1) ?? ''))) {
      return buildFaultFinding(subject, `${formatNewerVersionAdvice('it was written', version)} or restore a backup.`);
    }
    if (done.at(-1) !== migrations.at(-1)) {
      return buildNoteFinding(
        subject,
        'an older version of Callboard wrote it. Make a backup; the next start upgrades it.',
      );
    }
    return buildOkFinding(subject, `${place.url ? 'PostgreSQL' : place.file} opens, and is of this version.`);
  } catch (error) {
    if (error instanceof DatabaseSetupError) return buildFaultFinding(subject, error.message);
    throw error;
  }
}

const isWritable = (folder: string) =>
  access(folder, constants.W_OK | constants.X_OK).then(
    () => true,
    () => false,
  );

/** Files and folders that the site itself writes into its data folder. */
const ownFiles = [
  'callboard.sqlite',
  'callboard.sqlite-wal',
  'callboard.sqlite-shm',
  'secret',
  'files',
  'mail',
  'backups',
];

/** @param uid the user who runs the program; undefined on Windows, which has other permissions */
export async function checkDataFolder(folder: string, uid: number | undefined): Promise<Finding> {
  const subject = 'Data folder';
  const about = await stat(folder).catch(() => undefined);
  if (!about) {
    const parent = await findExistingFolder(folder);
    if (await isWritable(parent))
      return buildOkFinding(subject, `${folder} doesn’t exist yet; the first start creates it.`);
    return buildFaultFinding(
      subject,
      `${folder} doesn’t exist, and ${parent} can’t be written to. Set DATA_DIR to another folder.`,
    );
  }
  if (!about.isDirectory()) return buildFaultFinding(subject, `${folder} is a file. Set DATA_DIR to a folder.`);
  if (!(await isWritable(folder))) {
    return buildFaultFinding(
      subject,
      `${folder} can’t be written to by this user. Start the site as its owner, or set DATA_DIR.`,
    );
  }
  if (uid === undefined) return buildOkFinding(subject, `${folder}.`);
  // Commands that root has run leave files that the site can't write
  for (const name of ownFiles) {
    const file = await stat(join(folder, name)).catch(() => undefined);
    if (file && file.uid !== about.uid) {
      return buildFaultFinding(
        subject,
        `${join(folder, name)} belongs to another user than the folder. Type: sudo chown -R --reference=${folder} ${folder}`,
      );
    }
  }
  if (about.uid !== uid)
    return buildNoteFinding(subject, `${folder} belongs to another user, who should run the site.`);
  if ((about.mode & 0o077) !== 0)
    return buildNoteFinding(subject, `${folder} can be read by other users; the next start makes it private.`);
  return buildOkFinding(subject, `${folder}, which only its owner can read.`);
}

/**
 * Checks the additional fonts for posters, for scripts that the program's own fonts lack. Yields nothing if the folder
 * has no fonts, because few societies need any.
 */
export async function* checkFonts(folder: string): AsyncGenerator<Finding> {
  const subject = 'Fonts';
  const { fonts, unusable } = await examineFontFolder(folder);
  if (unusable.length > 0) yield buildNoteFinding(subject, formatUnusableFonts(folder, unusable));
  else if (fonts.length > 0) {
    yield buildOkFinding(
      subject,
      `${fonts.length === 1 ? 'the font' : `the ${fonts.length} fonts`} in ${folder} can be used.`,
    );
  }
}

/**
 * The number of days after which the person who runs the site is reminded of data kept from before an upgrade or a
 * restore.
 */
const remindAfterDays = 30;

/**
 * Mentions data kept from before an upgrade or a restore, because it may contain the details of people who have been
 * erased since.
 */
export async function checkKeptBackups(folder: string, now: Date): Promise<Finding> {
  const subject = 'Kept data';
  const paths = await listKeptBackupsOlderThan(folder, remindAfterDays, now);
  if (paths.length === 0)
    return buildOkFinding(
      subject,
      `nothing in ${folder} from before an upgrade or a restore is older than ${remindAfterDays} days.`,
    );
  return buildNoteFinding(
    subject,
    `${paths.join(', ')} ${paths.length === 1 ? 'is' : 'are'} from before an upgrade or a restore, older than ${remindAfterDays} days, and may contain people who have been erased since. Delete what nobody needs; the site does it after ${keptBackupDays} days.`,
  );
}

/** If the newest backup is older than this, at least one nightly backup has failed. */
const maxBackupAgeMs = 2 * day;

/** @param since the time at which the site's data was created on this machine; a new site has no backup yet */
export async function checkNightlyBackups(
  folder: string,
  { now, since }: { now: Date; since: Date },
): Promise<Finding> {
  const subject = 'Backups';
  if (!folder)
    return buildNoteFinding(subject, 'none are made: set BACKUP_DIR to a folder, if possible on another disk.');
  const names = await readdir(folder).catch(() => undefined);
  if (!names) {
    if (await isWritable(await findExistingFolder(folder)))
      return buildOkFinding(subject, `the first one will create ${folder}.`);
    return buildFaultFinding(
      subject,
      `${folder} can’t be read. Create it for the site’s user, or set BACKUP_DIR to another folder.`,
    );
  }
  if (!(await isWritable(folder))) {
    return buildFaultFinding(
      subject,
      `${folder} can’t be written to. Give it to the site’s user; with systemd, the unit’s ReadWritePaths must name it.`,
    );
  }
  const times = await Promise.all(
    names
      .filter((name) => name.endsWith('.zip'))
      .map(async (name) => (await stat(join(folder, name)).catch(() => undefined))?.mtimeMs ?? 0),
  );
  const isNew = now.getTime() - since.getTime() <= maxBackupAgeMs;
  if (times.length === 0 && isNew) return buildOkFinding(subject, `none yet in ${folder}; the first is made tonight.`);
  const age = now.getTime() - Math.max(...times);
  // The backup may have been made since the check began
  const days = Math.max(0, Math.floor(age / day));
  const old = days === 0 ? 'less than a day' : days === 1 ? 'a day' : `${days} days`;
  const newest = times.length === 0 ? `there is none in ${folder}` : `the newest in ${folder} is ${old} old`;
  if (age <= maxBackupAgeMs) return buildOkFinding(subject, `${newest}.`);
  if (isNew) return buildOkFinding(subject, `${newest}; the next is made tonight.`);
  return buildFaultFinding(
    subject,
    `${newest}. See Background tasks in Admin Tools for the reason, and make one by hand meanwhile.`,
  );
}
