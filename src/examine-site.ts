import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { buildDatabaseLocation } from './command-line.ts';
import { assertHttps, buildLocalUrl, type Config, ConfigError, getFontFolder, parseConfig } from './config.ts';
import { checkDatabase, checkDataFolder, checkFonts, checkKeptBackups, checkNightlyBackups } from './doctor/data.ts';
import { buildFaultFinding, buildOkFinding, type Finding } from './doctor/finding.ts';
import { checkClock, checkDiskSpace, checkNodeVersion, countFreeBytes, isClockSynchronised } from './doctor/machine.ts';
import {
  checkMailServer,
  checkPort,
  checkPublicAddress,
  findEnteredMailServer,
  getConfiguredMailServer,
} from './doctor/network.ts';
import { checkOffsiteCopies } from './doctor/offsite.ts';
import { migrations } from './migrations/index.ts';
import { getKeptBackupFolder } from './restore/kept-backups.ts';

/** Checks the settings. If they can't be used, nothing else can be checked. */
function checkSettings(env: NodeJS.ProcessEnv): { finding: Finding; config?: Config } {
  const subject = 'Settings';
  try {
    const config = parseConfig(env);
    assertHttps(config);
    return { finding: buildOkFinding(subject, 'all of them can be used.'), config };
  } catch (error) {
    if (error instanceof ConfigError) return { finding: buildFaultFinding(subject, error.message) };
    throw error;
  }
}

/**
 * Runs every check and yields each result as soon as it is known. Changes nothing on this machine; in a store for
 * off-site copies, it stores a small object to find out what the key may do.
 */
export async function* examineSite(env: NodeJS.ProcessEnv, now: Date): AsyncGenerator<Finding> {
  yield checkNodeVersion(process.versions.node);
  const { finding, config } = checkSettings(env);
  yield finding;
  if (!config) return;
  const { dataDir } = config;
  const place = buildDatabaseLocation(config);
  const uid = process.getuid?.();
  yield await checkDataFolder(dataDir, uid);
  yield checkDiskSpace(dataDir, await countFreeBytes(dataDir));
  const files = [join(dataDir, 'callboard.sqlite-wal'), place.file, dataDir];
  const about = (await Promise.all(files.map((file) => stat(file).catch(() => undefined)))).filter((file) => !!file);
  const newestAt = new Date(Math.max(0, ...about.map(({ mtimeMs }) => mtimeMs)));
  yield checkClock({ now, newestAt, isSynchronised: await isClockSynchronised() });
  yield await checkDatabase(
    place,
    migrations.map(([name]) => name),
  );
  const { finding: port, isRunning } = await checkPort(config, buildLocalUrl(config, config.port));
  yield port;
  yield await checkPublicAddress(config, isRunning);
  // A database that can't be read has been reported above
  const entered = config.smtpUrl ? undefined : await findEnteredMailServer(place).catch(() => undefined);
  yield await checkMailServer(config.smtpUrl ? getConfiguredMailServer(config.smtpUrl) : entered);
  const since = new Date(Math.min(now.getTime(), ...about.map(({ birthtimeMs }) => birthtimeMs).filter(Boolean)));
  yield await checkNightlyBackups(config.backupDir, { now, since });
  yield* checkOffsiteCopies(config.offsite, { now, since });
  yield await checkKeptBackups(getKeptBackupFolder(config), now);
  yield* checkFonts(getFontFolder(config));
}
