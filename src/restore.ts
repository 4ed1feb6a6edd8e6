import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { parseArgs } from 'node:util';
import { revokeSessionsAndLinks } from '#features/identity/sign-in/server/index.ts';
import { queueReconciliation } from '#features/money/payments/server/index.ts';
import { formatBackupCounts } from '#platform/server/backup/manifest.ts';
import { type Backup, openBackup } from '#platform/server/backup/read-backup.ts';
import { checkBackup, compareBackup, restoreBackup } from '#platform/server/backup/restore-backup.ts';
import { writeBackup } from '#platform/server/backup/write-backup.ts';
import { readInstanceSecret } from '#platform/server/crypto/secrets.ts';
import {
  assertBackupRestorable,
  openDatabase,
  prepareDatabaseReplacement,
  type Snapshot,
  withSnapshot,
  write,
} from '#platform/server/database/index.ts';
import { formatCommand, version } from '#platform/server/program/program.ts';
import { openStorage } from '#platform/server/storage/open-storage.ts';
import { type FileStorage, StorageFullError } from '#platform/server/storage/storage.ts';
import { formatDateTime } from '#platform/shared/dates/dates.ts';
import {
  buildDatabaseLocation,
  ensureDataFolder,
  getInvocationFolder,
  readSecretForBackup,
  runCommand,
  UsageError,
} from './command-line.ts';
import { buildFilesLocation, type Config, parseConfig } from './config.ts';
import { loadOrCreateDataKey } from './data-key.ts';
import { migrations } from './migrations/index.ts';
import { findComparisonRule, formatTableDifferences } from './restore/differences.ts';
import { buildPreRestoreBackupPath, getKeptBackupFolder, keptBackupDays } from './restore/kept-backups.ts';

const command = formatCommand('restore');
const usage = `Say which backup to restore. Stop the site first:
  ${command} FILE.zip           says what would be lost, asks, and keeps the present data
  ${command} FILE.zip --yes     doesn’t ask
  ${command} FILE.zip --check   checks the whole backup without restoring it`;

interface Arguments {
  path: string;
  check: boolean;
  yes: boolean;
}

function readArguments(): Arguments {
  try {
    const { positionals, values } = parseArgs({
      allowPositionals: true,
      options: { check: { type: 'boolean', default: false }, yes: { type: 'boolean', default: false } },
    });
    const [file, ...more] = positionals;
    if (file && more.length === 0) return { path: resolve(getInvocationFolder(), file), ...values };
  } catch {
    // The option is unknown, so the usage is shown, which lists the options
  }
  throw new UsageError(usage);
}

/** Refuses to mix the backup with files or a secret of unknown origin. */
async function refuseLeftovers(config: Config, storage: FileStorage): Promise<void> {
  for (const name of ['files', 'secret']) {
    const path = join(config.dataDir, name);
    const there = await readdir(path).catch(({ code }) => (code === 'ENOENT' ? [] : [name]));
    if (there.length > 0) {
      throw new UsageError(
        `${path} already exists, without a database: a backup can only be restored into a site or into an empty folder. Set DATA_DIR to an empty folder.`,
      );
    }
  }
  for await (const _file of storage.keys()) {
    throw new UsageError(
      'There are already files in the store, without a database: a backup can only be restored into a site or into an empty bucket. Set STORAGE_URL to an empty bucket.',
    );
  }
}

/**
 * Asks for confirmation at a terminal, unless `yes` is true.
 *
 * @throws UsageError if the answer isn't yes, or there is no terminal
 */
async function confirmRestore(yes: boolean): Promise<void> {
  if (yes) return;
  if (!process.stdin.isTTY)
    throw new UsageError(`Nothing was changed. To restore the backup without being asked: ${command} FILE.zip --yes`);
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  const closed = new Promise<string>((give) => terminal.once('close', () => give('')));
  const answer = await Promise.race([terminal.question('Restore the backup? [y/N] '), closed]);
  terminal.close();
  if (!/^y(es)?$/i.test(answer.trim())) throw new UsageError('Nothing was changed.');
}

/**
 * Reports what a restore would undo: what has been added, changed or deleted since the backup. Once the restore is
 * confirmed, stores a copy of the present data and returns its path.
 */
async function reportAndKeepPresentData(
  place: Parameters<typeof withSnapshot>[0],
  {
    backup,
    storage,
    config,
    yes,
    now,
  }: { backup: Backup; storage: FileStorage; config: Config; yes: boolean; now: Date },
): Promise<string> {
  const kept = buildPreRestoreBackupPath(getKeptBackupFolder(config), now);
  await withSnapshot(place, async (snapshot) => {
    const differences = await compareBackup(backup, snapshot, findComparisonRule);
    const { made_at, version, migrations: recorded } = backup.contents;
    console.log(`The backup was made on ${formatDateTime(made_at)} UTC, by Callboard ${version}.`);
    console.log(formatTableDifferences(differences, snapshot.migrations.join() === recorded.join()));
    console.log(`The present data will be kept in ${kept}.`);
    await confirmRestore(yes);
    await keepPresentData(kept, { snapshot, storage, secret: await readSecretForBackup(config), now });
  });
  return kept;
}

/** Returns a `put` that stores the backup's files, and the keys of all files that it has stored. */
function rememberNewFiles(storage: FileStorage): { storage: Pick<FileStorage, 'put'>; added: Set<string> } {
  const added = new Set<string>();
  const put: FileStorage['put'] = async (content) => {
    const entry = await storage.put(content);
    added.add(entry.key);
    return entry;
  };
  return { storage: { put }, added };
}

async function listKeys(storage: FileStorage): Promise<Set<string>> {
  const keys = new Set<string>();
  for await (const key of storage.keys()) keys.add(key);
  return keys;
}

async function removeFiles(storage: FileStorage, keys: Iterable<string>): Promise<void> {
  const later = new Date(Date.now() + 1000);
  for (const key of keys) if (await storage.remove(key, later)) await storage.confirm(key, later);
}

async function restore({ path, yes }: Arguments, config: Config, backup: Backup): Promise<void> {
  const now = new Date();
  const { migrations: recorded, version } = backup.contents;
  assertBackupRestorable(migrations, { recorded, version });
  const storage = await openStorage(buildFilesLocation(config));
  await ensureDataFolder(config);
  const place = buildDatabaseLocation(config);
  const replacement = await prepareDatabaseReplacement(place);
  try {
    if (!replacement.replaces && !replacement.wasInterrupted) await refuseLeftovers(config, storage);
    const kept = replacement.replaces
      ? await reportAndKeepPresentData(place, { backup, storage, config, yes, now })
      : undefined;
    const before = await listKeys(storage);
    const remembering = rememberNewFiles(storage);
    try {
      await buildDatabase(replacement.place, { backup, storage: remembering.storage, config, now });
      await replacement.commit();
    } catch (error) {
      await removeFiles(storage, remembering.added.difference(before));
      if (!replacement.replaces) await rm(join(config.dataDir, 'files'), { recursive: true, force: true });
      throw error;
    }
    // Files that aren't in the backup are deleted; the copy of the previous data contains them
    await removeFiles(storage, before.difference(remembering.added));
    console.log(`Restored: ${formatContents(backup)}. Everyone has been signed out.`);
    if (kept) {
      console.log(
        `The previous data is kept in ${kept} for ${keptBackupDays} days. To go back to it: ${command} ${kept}\nIt contains personal data: delete it earlier if nobody needs it.`,
      );
    }
    if (!backup.contents.has_secret) console.log('Start the site with its original SECRET, which isn’t in the backup.');
  } catch (error) {
    if (!(error instanceof StorageFullError)) throw error;
    throw new UsageError(
      `There isn’t enough space for this backup’s files, and nothing was restored from ${path}: free some disk space (256 MB always stay free) or raise FILES_LIMIT.`,
    );
  } finally {
    await replacement.close();
  }
}

/** Builds the whole database next to the present one, so that the site opens either the one or the other. */
async function buildDatabase(
  place: Parameters<typeof openDatabase>[0],
  { backup, storage, config, now }: { backup: Backup; storage: Pick<FileStorage, 'put'>; config: Config; now: Date },
): Promise<void> {
  await restoreBackup(backup, { storage, place, migrations });
  // Runs the migrations that are newer than the backup
  const db = await openDatabase(place, migrations);
  try {
    await revokeSessionsAndLinks(db, now.toISOString());
    // Payments since the backup are missing from the ledger: the next start compares the ledger with Square's list
    await write(db, (tx) => queueReconciliation(tx, now.toISOString()));
    const secret = await backup.secret();
    const present = config.secret || (await readInstanceSecret(config.dataDir));
    if (secret && present) {
      // The key in the backup is encrypted again with the present secret, because the backup's secret isn't stored
      await loadOrCreateDataKey(db, { secret: present, before: secret.trim() }, now.toISOString());
    } else if (secret) {
      await writeFile(join(config.dataDir, 'secret'), secret, { mode: 0o600, flag: 'wx', flush: true });
    }
  } finally {
    await db.close();
  }
}

function formatContents({ contents }: Backup): string {
  return `${formatBackupCounts(contents)} of ${formatDateTime(contents.made_at)} UTC`;
}

await runCommand(async () => {
  const given = readArguments();
  const config = parseConfig(process.env);
  const backup = await openBackup(given.path);
  try {
    if (given.check) {
      await checkBackup(backup);
      console.log(`${given.path} is complete: ${formatContents(backup)}.`);
    } else {
      await restore(given, config, backup);
    }
  } finally {
    backup.close();
  }
});

/**
 * Writes the present data to a backup, and reads it again to verify it.
 * @throws BackupError if it can't be written
 */
async function keepPresentData(
  path: string,
  { snapshot, storage, secret, now }: { snapshot: Snapshot; storage: FileStorage; secret: string; now: Date },
): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  await writeBackup(path, { snapshot, storage, secret, version, now: now.toISOString() });
  const written = await openBackup(path);
  try {
    await checkBackup(written);
  } finally {
    written.close();
  }
}
