import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { openBackup } from '#platform/server/backup/read-backup.ts';
import { checkBackup } from '#platform/server/backup/restore-backup.ts';
import { writeBackup } from '#platform/server/backup/write-backup.ts';
import type { Snapshot } from '#platform/server/database/index.ts';
import { version } from '#platform/server/program/version.ts';
import type { Storage } from '#platform/server/storage/storage.ts';

/**
 * Writes the present data to a backup, and reads it again to verify it.
 * @throws BackupError if it can't be written
 */
export async function keepPresent(
  path: string,
  { snapshot, storage, secret, now }: { snapshot: Snapshot; storage: Storage; secret: string; now: Date },
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
