import { readdir, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { endSessionsAfterRestore } from '#features/identity/sign-in/server/index.ts';
import { queueReconciliation } from '#features/money/payments/server/index.ts';
import { openBackup } from '#platform/server/backup/read-backup.ts';
import { checkBackup, restoreBackup } from '#platform/server/backup/restore-backup.ts';
import { openDatabase, write } from '#platform/server/database/index.ts';
import { openStorage } from '#platform/server/storage/open-storage.ts';
import { emptyStorage, type Storage, StorageFullError } from '#platform/server/storage/storage.ts';
import {
  buildDatabaseLocation,
  ensureDataFolder,
  getInvocationFolder,
  runCommand,
  UsageError,
} from './command-line.ts';
import { formatCommand } from './command-names.ts';
import { buildFilesLocation, type Config, parseConfig } from './config.ts';
import { loadOrCreateDataKey } from './data-key.ts';
import { migrations } from './migrations/index.ts';

const usage = `Say which backup to restore, into an empty DATA_DIR and, if set, an empty DATABASE_URL:
  ${formatCommand('restore')} FILE.zip
  ${formatCommand('restore')} FILE.zip --check   checks the whole backup without restoring it`;

function readArguments(): { path: string; check: boolean } {
  try {
    const { positionals, values } = parseArgs({
      allowPositionals: true,
      options: { check: { type: 'boolean', default: false } },
    });
    const [file, ...more] = positionals;
    if (file && more.length === 0) return { path: resolve(getInvocationFolder(), file), check: values.check };
  } catch {
    // Reached if an option is unknown, because the usage lists all options.
  }
  throw new UsageError(usage);
}

/** Refuses to restore over existing data, because it would be overwritten or mixed with the backup. */
async function refuseOccupied(config: Config, storage: Storage): Promise<void> {
  for (const name of ['callboard.sqlite', 'files', 'secret']) {
    const path = join(config.dataDir, name);
    const there = await readdir(path).catch(({ code }) => (code === 'ENOENT' ? [] : [name]));
    if (there.length > 0) {
      throw new UsageError(
        `${path} already exists: a backup can only be restored into an empty folder. Set DATA_DIR to another one.`,
      );
    }
  }
  for await (const _file of storage.keys()) {
    throw new UsageError(
      'There are already files in the store: a backup can only be restored into an empty bucket. Set STORAGE_URL to another one.',
    );
  }
}

await runCommand(async () => {
  const { path, check } = readArguments();
  const config = parseConfig(process.env);
  const backup = await openBackup(path);
  const { contents } = backup;
  const rows = contents.tables.reduce((sum, table) => sum + table.rows, 0);
  const counts = `${rows.toLocaleString('en-GB')} rows and ${contents.files.toLocaleString('en-GB')} files of ${contents.made_at}`;
  try {
    if (check) {
      await checkBackup(backup);
      console.log(`${path} is complete: ${counts}.`);
      return;
    }
    const storage = await openStorage(buildFilesLocation(config));
    await refuseOccupied(config, storage);
    await ensureDataFolder(config);
    const place = buildDatabaseLocation(config);
    try {
      await restoreBackup(backup, { storage, place, migrations });
    } catch (error) {
      await emptyStorage(storage);
      await rm(join(config.dataDir, 'files'), { recursive: true, force: true });
      if (!(error instanceof StorageFullError)) throw error;
      throw new UsageError(
        'There isn’t enough space for this backup’s files, and nothing was restored: free some disk space (256 MB always stay free) or raise FILES_LIMIT.',
      );
    }
    const secret = await backup.secret();
    if (secret && !config.secret) {
      await writeFile(join(config.dataDir, 'secret'), secret, { mode: 0o600, flag: 'wx', flush: true });
    }
    // Runs the migrations that are newer than the backup
    const db = await openDatabase(place, migrations);
    const now = new Date().toISOString();
    try {
      await endSessionsAfterRestore(db, now);
      // Payments made since the backup are missing from the books, so the next start compares the books with Square's
      // list
      await write(db, (tx) => queueReconciliation(tx, now));
      console.log(`Restored: ${counts}. Everyone has been signed out.`);
      // The configured SECRET replaces the backup's SECRET, which would otherwise be lost
      if (secret && config.secret) await loadOrCreateDataKey(db, { secret: config.secret, before: secret.trim() }, now);
    } finally {
      await db.close();
    }
    if (!secret) console.log('Start the site with its original SECRET, which isn’t in the backup.');
  } finally {
    backup.close();
  }
});
