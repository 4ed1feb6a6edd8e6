import { createHash } from 'node:crypto';
import { type Readable, Transform } from 'node:stream';
import { crc32 } from 'node:zlib';
import { type Entry, openPromise, type ZipFile } from 'yauzl';
import { z } from 'zod';
import type { SqlValue, TableContent } from '../database/index.ts';
import { formatNewerVersionAdvice, isNewerVersion } from '../program/program.ts';
import {
  BackupError,
  BackupManifest,
  formatFilePartName,
  formatRowsPartName,
  manifestPartName,
  parseFileKey,
  secretPartName,
} from './manifest.ts';

/** A backup with a complete list of contents. Each part is checked as it is read. */
export interface Backup {
  contents: BackupManifest;
  /** Every table, one after another. All rows of a table must be read before the next table is requested. */
  tables(): AsyncGenerator<TableContent>;
  files(): AsyncGenerator<{ key: string; open: () => Promise<Readable> }>;
  /** Returns the secret; "" if the backup has none. */
  secret(): Promise<string>;
  close(): void;
}

const Columns = z.array(z.string()).min(1);
const RowValues = z.array(z.union([z.string(), z.number(), z.null()]));

/**
 * Opens a backup.
 *
 * @throws BackupError if the file is missing, can't be read, isn't a backup, is incomplete, or was made by a newer
 * version in another format. Reading a damaged part throws a BackupError too
 */
export async function openBackup(path: string): Promise<Backup> {
  const zip = await openPromise(path, { autoClose: false }).catch((error) => {
    const { code } = error as NodeJS.ErrnoException;
    throw new BackupError(formatOpenError(path, code), { cause: error });
  });
  const parts = await listParts(zip).catch((error) => {
    throw createDamageError('its list of parts', error);
  });
  const contents = await readBackupManifest(zip, parts, path);
  const files = [...parts.keys()].flatMap((name) => parseFileKey(name) ?? []);
  if (files.length !== contents.files) throw createDamageError('its files');
  return {
    contents,
    async *tables() {
      for (const { name, rows, sha256 } of contents.tables) {
        yield await openTable(await openPart(zip, parts, formatRowsPartName(name)), { name, rows, sha256 });
      }
    },
    async *files() {
      for (const key of files.filter((one) => !contents.gone.includes(one)))
        yield { key, open: () => openPart(zip, parts, formatFilePartName(key)) };
    },
    secret: async () => (contents.has_secret ? await readText(await openPart(zip, parts, secretPartName)) : ''),
    close: () => zip.close(),
  };
}

/** @param code the system's error code; undefined for a file that isn't a zip archive */
function formatOpenError(path: string, code: string | undefined): string {
  if (code === 'ENOENT') return `There is no file ${path}.`;
  if (code === 'EISDIR') return `${path} is a folder. Give the path of the backup file itself.`;
  if (code) return `${path} can’t be read (${code}). Check its permissions and try again.`;
  return `${path} isn’t a backup, or it’s incomplete.`;
}

async function listParts(zip: ZipFile): Promise<Map<string, Entry>> {
  const parts = new Map<string, Entry>();
  for await (const entry of zip.eachEntry()) parts.set(entry.fileName, entry);
  return parts;
}

async function readBackupManifest(
  zip: ZipFile,
  parts: ReadonlyMap<string, Entry>,
  path: string,
): Promise<BackupManifest> {
  if (!parts.has(manifestPartName)) throw new BackupError(`${path} isn’t a Callboard backup.`);
  const text = await readText(await openPart(zip, parts, manifestPartName));
  try {
    return BackupManifest.parse(JSON.parse(text));
  } catch (error) {
    const writer = /"version":\s*"(\d[\w.+-]*)"/.exec(text)?.[1] ?? '';
    throw new BackupError(
      isNewerVersion(writer)
        ? `${formatNewerVersionAdvice(`${path} was made`, writer)} and restore the backup with that. Nothing was changed.`
        : `${path} was made by a newer version of Callboard, or is damaged.`,
      { cause: error },
    );
  }
}

/**
 * Opens a part as a stream of decompressed bytes. If the checksum differs, the stream ends with an error.
 *
 * @throws BackupError if the part is missing or can't be opened
 */
async function openPart(zip: ZipFile, parts: ReadonlyMap<string, Entry>, name: string): Promise<Readable> {
  const entry = parts.get(name);
  if (!entry) throw createDamageError(name);
  const stream = await zip.openReadStreamPromise(entry).catch((error) => {
    throw createDamageError(name, error);
  });
  let sum = 0;
  const checked = new Transform({
    transform(piece: Buffer, _encoding, done) {
      sum = crc32(piece, sum);
      done(null, piece);
    },
    flush: (done) => done(sum === entry.crc32 ? null : createDamageError(name)),
  });
  stream.on('error', (error) => checked.destroy(createDamageError(name, error)));
  checked.once('close', () => stream.destroy());
  return stream.pipe(checked);
}

async function openTable(
  stream: Readable,
  { name, rows, sha256 }: BackupManifest['tables'][number],
): Promise<TableContent> {
  const hash = createHash('sha256');
  let read = -1;
  const lines = readLines(stream);
  const next = async () => {
    const { done, value } = await lines.next();
    if (done) return undefined;
    hash.update(`${value}\n`);
    read += 1;
    return value;
  };
  const parse = <T>(schema: z.ZodType<T>, line: string): T => {
    try {
      return schema.parse(JSON.parse(line));
    } catch (error) {
      throw createDamageError(formatRowsPartName(name), error);
    }
  };
  const columns = parse(Columns, (await next()) ?? '[]');
  async function* values(): AsyncGenerator<readonly SqlValue[]> {
    for (let line = await next(); line !== undefined; line = await next()) yield parse(RowValues, line);
    if (read !== rows || hash.digest('hex') !== sha256) throw createDamageError(formatRowsPartName(name));
  }
  return { table: name, columns, rows: values() };
}

/** Yields the lines of a stream, split only at `\n`. Texts may contain other line ends, which JSON doesn't escape. */
async function* readLines(stream: Readable): AsyncGenerator<string> {
  let rest = '';
  for await (const piece of stream.setEncoding('utf8')) {
    const lines = (rest + piece).split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
}

async function readText(stream: Readable): Promise<string> {
  let text = '';
  for await (const piece of stream.setEncoding('utf8')) text += piece;
  return text;
}

const createDamageError = (part: string, cause?: unknown) =>
  new BackupError(`The backup is damaged: ${part}. Nothing was restored; use another backup.`, { cause });
