import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { BackupError } from '#platform/server/backup/manifest.ts';
import { type Backup, openBackup } from '#platform/server/backup/read-backup.ts';
import { checkBackup, restoreBackup } from '#platform/server/backup/restore-backup.ts';
import { writeBackup } from '#platform/server/backup/write-backup.ts';
import { DatabaseSetupError, type Engine, openDatabase, withSnapshot, write } from '#platform/server/database/index.ts';
import { createDiskStorage } from '#platform/server/storage/disk-storage.ts';
import {
  createEmptyPlace,
  createTemporaryFolder,
  type DatabasePlace,
  type DatabaseTestContext,
  onEachEngine,
} from '#tests/support/site/engines.ts';
import { createFactories } from '#tests/support/society/factories.ts';
import { seedDemo } from './demo/seed.ts';
import { migrations } from './migrations/index.ts';

const now = '2026-11-22T03:00:00.000Z';
const other: Record<Engine, Engine> = { sqlite: 'postgres', postgres: 'sqlite' };

/** Backs up a database, with the files of a folder, into a new file. */
async function backUp({ place, files }: { place: DatabasePlace; files: string }): Promise<string> {
  const path = join(createTemporaryFolder(), 'backup.zip');
  const source = { storage: createDiskStorage(files), secret: 'the secret', version: '0.1.0', now };
  await withSnapshot(place, (snapshot) => writeBackup(path, { ...source, snapshot }));
  return path;
}

async function withBackup<T>(path: string, work: (backup: Backup) => Promise<T>): Promise<T> {
  const backup = await openBackup(path);
  try {
    return await work(backup);
  } finally {
    backup.close();
  }
}

async function restoreInto(path: string, engine: Engine): Promise<{ place: DatabasePlace; files: string }> {
  const [place, files] = [await createEmptyPlace(engine), createTemporaryFolder()];
  await withBackup(path, (backup) => restoreBackup(backup, { storage: createDiskStorage(files), place, migrations }));
  return { place, files };
}

/** Returns the rows of a backup in a fixed order, the keys of its files, and its secret. */
const readBackupContent = (path: string) =>
  withBackup(path, async (backup) => {
    const tables: Record<string, string[]> = {};
    for await (const { table, columns, rows } of backup.tables()) {
      const lines: string[] = [];
      for await (const row of rows) lines.push(JSON.stringify(columns.map((name, at) => [name, row[at]]).sort()));
      tables[table] = lines.sort();
    }
    const files: string[] = [];
    for await (const { key } of backup.files()) files.push(key);
    return { tables, files: files.sort(), secret: await backup.secret() };
  });

/** Creates a society with rows in many tables, and two files. */
async function createSociety({ db, place }: DatabaseTestContext) {
  await seedDemo(db, new Date(now));
  const files = createTemporaryFolder();
  for (const content of ['a picture', 'a film']) await createDiskStorage(files).put(Buffer.from(content));
  return { place, files };
}

onEachEngine('a backup restored into the other database engine and back again gives the same society', async (on) => {
  const first = await backUp(await createSociety(on));
  const elsewhere = await restoreInto(first, other[on.engine]);
  const second = await backUp(elsewhere);
  const there = await readBackupContent(first);
  expect(Object.values(there.tables).filter((rows) => rows.length > 0).length).toBeGreaterThan(20);
  expect(await readBackupContent(second)).toEqual(there);
  const back = await restoreInto(second, on.engine);
  expect(await readBackupContent(await backUp(back))).toEqual(there);
  for (const key of there.files) {
    const path = join(back.files, key.slice(0, 2), key);
    expect(createHash('sha256').update(readFileSync(path)).digest('hex')).toBe(key);
  }
  // The triggers that guard the tables have been restored
  const db = await openDatabase(back.place, migrations);
  await expect(write(db, (tx) => tx.deleteFrom('entry').execute())).rejects.toThrow('never changed');
  await expect(write(db, (tx) => tx.deleteFrom('show').execute())).rejects.toThrow();
  await db.close();
});

onEachEngine(
  'a backup is a consistent snapshot despite concurrent writes, and only its owner can read it',
  async ({ db, place }) => {
    const storage = createDiskStorage(createTemporaryFolder());
    const a = createFactories(db, storage);
    await a.show({ title: 'Before' });
    const path = join(createTemporaryFolder(), 'backup.zip');
    const source = { storage, secret: '', version: '0.1.0', now };
    await withSnapshot(place, async (snapshot) => {
      await a.show({ title: 'Meanwhile' });
      await writeBackup(path, { ...source, snapshot });
    });
    const { tables, secret } = await readBackupContent(path);
    expect(tables.show?.join()).toContain('Before');
    expect(tables.show?.join()).not.toContain('Meanwhile');
    expect(secret).toBe('');
    expect(statSync(path).mode & 0o077).toBe(0);
  },
);

onEachEngine('a backup never overwrites another file, and leaves nothing behind if it fails', async ({ place }) => {
  const folder = createTemporaryFolder();
  const path = join(folder, 'backup.zip');
  writeFileSync(path, 'last night’s');
  const storage = createDiskStorage(createTemporaryFolder());
  const source = { storage, secret: '', version: '0.1.0', now };
  const again = withSnapshot(place, (snapshot) => writeBackup(path, { ...source, snapshot }));
  await expect(again).rejects.toThrow(BackupError);
  expect(readFileSync(path, 'utf8')).toBe('last night’s');
  const { key } = await storage.put(Buffer.from('a picture'));
  const unreadable = { ...storage, open: () => Promise.reject(new Error('The disk is broken')) };
  const elsewhere = join(folder, 'other.zip');
  await expect(
    withSnapshot(place, (snapshot) => writeBackup(elsewhere, { ...source, storage: unreadable, snapshot })),
  ).rejects.toThrow('The disk is broken');
  expect(readdirSync(folder)).toEqual(['backup.zip']);
  // The file was deleted permanently between listing the files and reading them
  const gone = { ...storage, has: async () => false };
  const contents = await withSnapshot(place, (snapshot) =>
    writeBackup(elsewhere, { ...source, storage: gone, snapshot }),
  );
  expect(contents.gone).toEqual([key]);
  expect((await readBackupContent(elsewhere)).files).toEqual([]);
});

onEachEngine(
  'a backup that is damaged anywhere is refused, and no database is created from it',
  async (on) => {
    const path = await backUp(await createSociety(on));
    const whole = readFileSync(path);
    await withBackup(path, checkBackup);
    const damagedAt = async (bytes: Buffer) => {
      const damaged = join(createTemporaryFolder(), 'damaged.zip');
      writeFileSync(damaged, bytes);
      const place = await createEmptyPlace('sqlite');
      const attempt = withBackup(damaged, (backup) =>
        restoreBackup(backup, { storage: createDiskStorage(createTemporaryFolder()), place, migrations }),
      );
      await expect(attempt).rejects.toThrow(BackupError);
      expect(existsSync(place.file)).toBe(false);
      await expect(withBackup(damaged, checkBackup)).rejects.toThrow(BackupError);
    };
    await damagedAt(whole.subarray(0, whole.length / 2));
    await damagedAt(Buffer.from('no backup at all'));
    for (const part of [0.1, 0.4, 0.7]) {
      const bytes = Buffer.from(whole);
      const at = Math.floor(whole.length * part);
      bytes.fill(0x55, at, at + 40);
      await damagedAt(bytes);
    }
    // One bit is changed at a time: in the secret, in a row, and in the offset of a part
    const beginning = (part: string) => whole.indexOf(part) + part.length;
    const says = whole.lastIndexOf('rows/show.jsonl') - 4;
    for (const at of [beginning('secret') + 4, beginning('rows/show.jsonl') + 30, says]) {
      const bytes = Buffer.from(whole);
      bytes[at] = (bytes[at] ?? 0) ^ 1;
      await damagedAt(bytes);
    }
  },
  ['sqlite'],
);

onEachEngine('a restore is refused if the target has data, or the backup is from a newer version', async (on) => {
  const path = await backUp({ place: on.place, files: createTemporaryFolder() });
  const storage = createDiskStorage(createTemporaryFolder());
  const occupied = withBackup(path, (backup) => restoreBackup(backup, { storage, place: on.place, migrations }));
  await expect(occupied).rejects.toThrow(DatabaseSetupError);
  const place = await createEmptyPlace(on.engine);
  const older = withBackup(path, (backup) =>
    restoreBackup(backup, { storage, place, migrations: migrations.slice(0, -1) }),
  );
  await expect(older).rejects.toThrow(
    /^This backup was made by a newer version of Callboard than this one \(\d.*\): install that version/,
  );
});
