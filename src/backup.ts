import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { backupMadeAction, recordAudit } from '#platform/server/audit/index.ts';
import { writeBackup } from '#platform/server/backup/write-backup.ts';
import { newId } from '#platform/server/crypto/ids.ts';
import { openDatabase, withSnapshot, write } from '#platform/server/database/index.ts';
import { formatCommand } from '#platform/server/program/command-names.ts';
import { version } from '#platform/server/program/version.ts';
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

function readArguments(): string {
  try {
    const [file, ...more] = parseArgs({ allowPositionals: true, options: {} }).positionals;
    if (file && more.length === 0) return resolve(getInvocationFolder(), file);
  } catch {
    // An option was given, but this command has none
  }
  throw new UsageError(usage);
}

await runCommand(async () => {
  const path = readArguments();
  const config = parseConfig(process.env);
  const storage = await openStorage(buildFilesLocation(config));
  const secret = await readSecretForBackup(config);
  const now = new Date().toISOString();
  const place = buildDatabaseLocation(config);
  const contents = await withSnapshot(place, async (snapshot) =>
    writeBackup(path, { snapshot, storage, secret, version, now }),
  );
  const rows = contents.tables.reduce((sum, table) => sum + table.rows, 0);
  const counts = `${rows.toLocaleString('en-GB')} rows and ${contents.files.toLocaleString('en-GB')} files`;
  console.log(
    `${counts} written to ${path}. Keep it as secure as the site itself: anyone who can read it can read everything.`,
  );
  if (!contents.has_secret) console.log('SECRET isn’t included: keep that somewhere else.');
  // Opening a database of an older version would migrate it, so its audit log gets no entry
  if (contents.migrations.at(-1) !== migrations.at(-1)?.[0]) return;
  const db = await openDatabase(place, migrations);
  const id = newId();
  await write(db, (tx) => recordAudit(tx, { id, at: now, action: backupMadeAction, detail: counts }));
  await db.close();
});
