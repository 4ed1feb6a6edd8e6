import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { backupMadeAction, findLastBackupTime, recordAudit } from '#platform/server/audit/index.ts';
import { type BackupManifest, formatBackupCounts } from '#platform/server/backup/manifest.ts';
import { openBackup } from '#platform/server/backup/read-backup.ts';
import { writeBackup } from '#platform/server/backup/write-backup.ts';
import { newId } from '#platform/server/crypto/ids.ts';
import { openDatabase, withSnapshot, write } from '#platform/server/database/index.ts';
import { formatCommand, version } from '#platform/server/program/program.ts';
import { openStorage } from '#platform/server/storage/open-storage.ts';
import {
  buildDatabaseLocation,
  getInvocationFolder,
  readSecretForBackup,
  runCommand,
  UsageError,
} from './command-line.ts';
import { buildFilesLocation, parseConfig } from './config.ts';
import { migrations } from './migrations/index.ts';

const usage = `Name the file to write; it must not exist yet: ${formatCommand('backup')} FILE.zip`;

/**
 * Reads the command's arguments. With `--record`, which the nightly backup uses, `path` is an existing backup that may be
 * missing from the audit log.
 */
function readArguments(): { path: string; recordOnly: boolean } {
  try {
    const { positionals, values } = parseArgs({ allowPositionals: true, options: { record: { type: 'boolean' } } });
    const [file, ...more] = positionals;
    if (file && more.length === 0)
      return { path: resolve(getInvocationFolder(), file), recordOnly: values.record === true };
  } catch {
    // An unknown option was given
  }
  throw new UsageError(usage);
}

/**
 * Records a backup in the audit log. With `onlyIfMissing`, does nothing if this backup or a later one is already
 * recorded.
 */
async function recordInAuditLog(contents: BackupManifest, { onlyIfMissing }: { onlyIfMissing: boolean }) {
  // Opening a database of an older version would migrate it, so its audit log gets no entry
  if (contents.migrations.at(-1) !== migrations.at(-1)?.[0]) return;
  const entry = { id: newId(), at: contents.made_at, detail: formatBackupCounts(contents) };
  const db = await openDatabase(buildDatabaseLocation(parseConfig(process.env)), migrations);
  await write(db, async (tx) => {
    const last = onlyIfMissing ? await findLastBackupTime(tx) : undefined;
    if (last === undefined || last < contents.made_at) await recordAudit(tx, { ...entry, action: backupMadeAction });
  });
  await db.close();
}

async function readContents(path: string): Promise<BackupManifest> {
  const backup = await openBackup(path);
  backup.close();
  return backup.contents;
}

await runCommand(async () => {
  const { path, recordOnly } = readArguments();
  const config = parseConfig(process.env);
  const place = buildDatabaseLocation(config);
  if (recordOnly) return recordInAuditLog(await readContents(path), { onlyIfMissing: true });
  const storage = await openStorage(buildFilesLocation(config));
  const secret = await readSecretForBackup(config);
  const now = new Date().toISOString();
  const contents = await withSnapshot(place, async (snapshot) =>
    writeBackup(path, { snapshot, storage, secret, version, now }),
  );
  console.log(
    `${formatBackupCounts(contents)} written to ${path}. Keep it as secure as the site itself: anyone who can read it can read everything.`,
  );
  if (!contents.has_secret) console.log('SECRET isn’t included: keep a copy of SECRET somewhere else.');
  await recordInAuditLog(contents, { onlyIfMissing: false });
});
