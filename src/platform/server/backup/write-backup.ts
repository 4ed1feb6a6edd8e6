import { createHash } from 'node:crypto';
import { createWriteStream, existsSync } from 'node:fs';
import { lstat, open, readdir, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { ZipFile } from 'yazl';
import { day } from '#platform/shared/dates/durations.ts';
import { newId } from '../crypto/ids.ts';
import type { Snapshot } from '../database/index.ts';
import { isNewerVersion } from '../program/program.ts';
import { flushFolder } from '../storage/folders.ts';
import type { FileStorage } from '../storage/storage.ts';
import {
  BackupError,
  type BackupManifest,
  formatFilePartName,
  formatRowsPartName,
  manifestPartName,
  secretPartName,
} from './manifest.ts';

interface BackupSource {
  snapshot: Snapshot;
  storage: Pick<FileStorage, 'keys' | 'open' | 'has'>;
  /** The instance's secret, to be included in the backup; "" if the secret isn't stored with the data. */
  secret: string;
  version: string;
  now: string;
}

/** Stored files aren't compressed, because most are pictures and videos, which are compressed already. */
const uncompressed = { compress: false };

/**
 * Writes all data of a society into one file that only its owner can read. The file is written completely or not at
 * all, and never replaces another file. Stored files are listed after the snapshot of the rows, so that every stored
 * file named in a row is included, unless it has just been deleted.
 *
 * @throws BackupError if there is a file of that name already, or it can't be written
 */
export async function writeBackup(
  path: string,
  { snapshot, storage, secret, version, now }: BackupSource,
): Promise<BackupManifest> {
  if (existsSync(path)) throw createFileExistsError(path);
  const zip = new ZipFile();
  const contents: BackupManifest = {
    format: 1,
    // An older program can back up a newer version's data, which only that version or a later one can restore
    version: isNewerVersion(snapshot.version) ? snapshot.version : version,
    ...{ made_at: now, migrations: [...snapshot.migrations] },
    ...{ tables: [], files: 0, gone: [], has_secret: secret !== '' },
  };
  const broken = new AbortController();
  const add = (name: string, part: () => Promise<Readable>, options = {}) =>
    zip.addReadStreamLazy(name, options, (give) => {
      part().then(
        (stream) => {
          stream.once('error', (error) => broken.abort(error));
          give(null, stream);
        },
        (error) => broken.abort(error),
      );
    });

  for (const table of snapshot.tables) {
    add(formatRowsPartName(table), async () => Readable.from(formatTableLines(table, { snapshot, contents })));
  }
  for await (const key of storage.keys()) {
    contents.files += 1;
    add(formatFilePartName(key), () => openFile(key, { storage, contents }), uncompressed);
  }
  if (secret) zip.addBuffer(Buffer.from(secret), secretPartName);
  add(manifestPartName, async () => Readable.from([JSON.stringify(contents, null, 2)]));
  zip.end();

  // The name is unique, because another backup to the same file may be under way
  const unfinished = `${path}.${newId()}.unfinished`;
  try {
    await deleteInterruptedBackups(path);
    const file = createWriteStream(unfinished, { mode: 0o600, flags: 'wx', flush: true });
    await pipeline(zip.outputStream, file, { signal: broken.signal }).catch((error) => {
      throw broken.signal.reason ?? error;
    });
    // The name is reserved by creating the file exclusively. A hard link would reserve it too, but FAT disks have no
    // hard links
    await (await open(path, 'wx')).close();
    await rename(unfinished, path).catch(async (error) => {
      await rm(path, { force: true });
      throw error;
    });
    await flushFolder(dirname(path));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (broken.signal.aborted || !code) throw error;
    throw code === 'EEXIST' ? createFileExistsError(path) : createUnwritableError(path, code);
  } finally {
    await rm(unfinished, { force: true }).catch(() => undefined);
  }
  return contents;
}

/** Deletes interrupted backups to this file, except those younger than a day, which may still be under way. */
async function deleteInterruptedBackups(path: string): Promise<void> {
  const [folder, name] = [dirname(path), basename(path)];
  for (const left of await readdir(folder)) {
    if (!left.startsWith(`${name}.`) || !left.endsWith('.unfinished')) continue;
    // The file is missing if the backup that wrote it has just ended
    const found = await lstat(join(folder, left)).catch(() => undefined);
    if (found?.isFile() && Date.now() - found.mtimeMs > day) await rm(join(folder, left), { force: true });
  }
}

const createUnwritableError = (path: string, code: string) =>
  new BackupError(
    `${path} can’t be written (${code}). Choose a folder that you can write to and that has enough space.`,
  );

const createFileExistsError = (path: string) => new BackupError(`${path} already exists. Choose another file name.`);

async function openFile(
  key: string,
  { storage, contents }: { storage: Pick<FileStorage, 'open' | 'has'>; contents: BackupManifest },
): Promise<Readable> {
  if (await storage.has(key)) return storage.open(key);
  contents.gone.push(key);
  return Readable.from([]);
}

async function* formatTableLines(
  table: string,
  { snapshot, contents }: { snapshot: Snapshot; contents: BackupManifest },
): AsyncGenerator<string> {
  const hash = createHash('sha256');
  let lines = 0;
  const line = (values: unknown) => {
    lines += 1;
    const text = `${JSON.stringify(values)}\n`;
    hash.update(text);
    return text;
  };
  const { columns, rows } = await snapshot.read(table);
  yield line(columns);
  for await (const row of rows) yield line(row);
  contents.tables.push({ name: table, rows: lines - 1, sha256: hash.digest('hex') });
}
