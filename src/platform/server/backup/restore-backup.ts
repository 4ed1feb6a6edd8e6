import { createHash } from 'node:crypto';
import { pipeline } from 'node:stream/promises';
import { type Migrations, restoreDatabase } from '../database/index.ts';
import type { Storage } from '../storage/storage.ts';
import { BackupError } from './manifest.ts';
import type { Backup } from './read-backup.ts';

/**
 * Restores a backup into an empty database and storage, on either engine. Rows are restored last: all of them, or none.
 * If that fails, the caller must empty the storage again.
 * @throws BackupError if the backup is damaged, DatabaseSetupError if it can't be restored into this database
 */
export async function restoreBackup(
  backup: Backup,
  {
    storage,
    place,
    migrations,
  }: { storage: Pick<Storage, 'put'>; place: { url?: string | undefined; file: string }; migrations: Migrations },
): Promise<void> {
  // The secret is read before anything is stored, because nobody could decrypt the data without it
  await backup.secret();
  for await (const { key, open } of backup.files()) {
    if ((await storage.put(await open())).key !== key) throw changed(key);
  }
  await restoreDatabase(place, migrations, {
    ...{ recorded: backup.contents.migrations, version: backup.contents.version },
    tables: backup.tables(),
  });
}

/**
 * Reads a whole backup to check it, and writes nothing.
 * @throws BackupError if it is damaged
 */
export async function checkBackup(backup: Backup): Promise<void> {
  for await (const { key, open } of backup.files()) {
    const hash = createHash('sha256');
    await pipeline(await open(), hash);
    if (hash.digest('hex') !== key) throw changed(key);
  }
  for await (const { rows } of backup.tables()) for await (const _row of rows);
  await backup.secret();
}

const changed = (key: string) =>
  new BackupError(`The backup is damaged: files/${key} doesn’t match what was stored. Use another backup.`);
