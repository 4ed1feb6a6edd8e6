// Checks of the machine: Node.js, disk space, clock.
import { execFile } from 'node:child_process';
import { stat, statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import { promisify } from 'node:util';
import { minFreeDiskBytes } from '#platform/server/storage/incoming-files.ts';
import { minute } from '#platform/shared/dates/durations.ts';
import { buildFaultFinding, buildNoteFinding, buildOkFinding, type Finding } from './finding.ts';

/** The oldest major version of Node.js that runs the program. bin/runtime.mjs contains it too. */
const oldestNode = 24;

export function checkNodeVersion(version: string): Finding {
  if (Number(version.split('.')[0]) >= oldestNode) return buildOkFinding('Node.js', version);
  return buildFaultFinding(
    'Node.js',
    `${version} is too old: Callboard needs ${oldestNode} or newer. Install it from https://nodejs.org.`,
  );
}

const gigabyte = 1_000_000_000;
const plentyBytes = 2 * gigabyte;

const formatGigabytes = (bytes: number) =>
  `${(bytes / gigabyte).toLocaleString('en-GB', { maximumFractionDigits: 1 })} GB`;

/** Returns the folder itself, or the nearest one above it that exists. */
export async function findExistingFolder(folder: string): Promise<string> {
  const isThere = await stat(folder).then(
    () => true,
    () => false,
  );
  return isThere || dirname(folder) === folder ? folder : findExistingFolder(dirname(folder));
}

/** Returns the number of bytes that this user may still write to a folder's disk. */
export async function countFreeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(await findExistingFolder(folder));
  return bavail * bsize;
}

export function checkDiskSpace(folder: string, freeBytes: number): Finding {
  const free = `${formatGigabytes(freeBytes)} free on the disk of ${folder}`;
  if (freeBytes < minFreeDiskBytes) {
    return buildFaultFinding(
      'Disk space',
      `${free}: the site accepts no files. Delete what isn’t needed, or use a larger disk.`,
    );
  }
  if (freeBytes < plentyBytes)
    return buildNoteFinding('Disk space', `${free}. Below 0.3 GB the site accepts no more files.`);
  return buildOkFinding('Disk space', `${free}.`);
}

/** Asks systemd whether the clock follows a time server. Returns undefined if systemd is missing or can't tell. */
export async function isClockSynchronised(): Promise<boolean | undefined> {
  try {
    const args = ['show', '--property=NTPSynchronized', '--value'];
    const { stdout } = await promisify(execFile)('timedatectl', args, { timeout: 5000 });
    return stdout.trim() === '' ? undefined : stdout.trim() === 'yes';
  } catch {
    return undefined;
  }
}

/** @param newestAt the newest instant that this machine has recorded, which a correct clock can't precede */
export function checkClock({
  now,
  newestAt,
  isSynchronised,
}: {
  now: Date;
  newestAt: Date;
  isSynchronised: boolean | undefined;
}): Finding {
  const time = `${now.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
  if (newestAt.getTime() - now.getTime() > 5 * minute) {
    return buildFaultFinding(
      'Clock',
      `${time} is before ${newestAt.toISOString().slice(0, 16).replace('T', ' ')} UTC, when the data were last changed. Set the clock: sign-in codes and everything with a date depend on it.`,
    );
  }
  if (isSynchronised === false) {
    return buildFaultFinding(
      'Clock',
      `${time}, and it follows no time server, so that sign-in codes will fail one day. Type: sudo timedatectl set-ntp true`,
    );
  }
  return buildOkFinding(
    'Clock',
    isSynchronised ? `${time}; it follows a time server.` : `${time}. Compare it with another clock.`,
  );
}
