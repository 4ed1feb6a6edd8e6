import { createReadStream } from 'node:fs';
import { open, rename, rm, stat, statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { formatDateTime, type Instant } from '#platform/shared/dates/dates.ts';
import { getWeekIndex } from '../backup/feature.ts';
import { BackupError } from '../backup/manifest.ts';
import { openBackup } from '../backup/read-backup.ts';
import { newId } from '../crypto/ids.ts';
import { createS3Client, isMissingObjectError, type S3Access, type S3Client } from '../storage/s3-client.ts';
import { putObjectInParts, withIdleTimeout } from '../storage/s3-transfers.ts';
import { isDiskFullError, StorageUnavailableError } from '../storage/storage.ts';
import { decryptContent, encryptContent, readPublicKeys } from './encryption.ts';

/**
 * The folders of a store, in which copies are kept for different times: the store deletes them by a rule for each
 * folder, because the site has no right to delete.
 */
const copyFolders = ['daily', 'weekly', 'monthly'] as const;
type CopyFolder = (typeof copyFolders)[number];

export interface CopyName {
  folder: CopyFolder;
  /** The time at which the backup was made, to the second. */
  madeAt: Instant;
}

const shape = /^(daily|weekly|monthly)\/callboard-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z\.zip\.age$/;

/** Formats the name of a copy: `daily/callboard-20261122T032000Z.zip.age`. */
export const formatCopyName = ({ folder, madeAt }: CopyName): string =>
  `${folder}/callboard-${madeAt.slice(0, 19).replaceAll(/[-:]/g, '')}Z.zip.age`;

/** Parses the name of a copy. Returns undefined for any other text, because a store can list anything. */
export function parseCopyName(name: string): CopyName | undefined {
  const [, folder, year, month, date, hour, minute, second] = shape.exec(name) ?? [];
  if (!folder) return undefined;
  const madeAt = `${year}-${month}-${date}T${hour}:${minute}:${second}.000Z`;
  const time = Date.parse(madeAt);
  if (Number.isNaN(time) || new Date(time).toISOString() !== madeAt) return undefined;
  return { folder: folder as CopyFolder, madeAt };
}

/**
 * Returns the folder for a new copy: the first copy of a month is monthly, the first of a week that has no monthly one
 * is weekly, and the others are daily.
 */
export function chooseCopyFolder(madeAt: Instant, existing: readonly CopyName[]): CopyFolder {
  const others = existing.filter((copy) => copy.madeAt < madeAt);
  const inMonth = others.some((copy) => copy.folder === 'monthly' && copy.madeAt.slice(0, 7) === madeAt.slice(0, 7));
  if (!inMonth) return 'monthly';
  const weekOf = (at: Instant) => getWeekIndex(at.slice(0, 10));
  const inWeek = others.some((copy) => copy.folder !== 'daily' && weekOf(copy.madeAt) === weekOf(madeAt));
  return inWeek ? 'daily' : 'weekly';
}

/** The settings of off-site copies. */
export interface OffsiteSettings {
  s3: S3Access;
  /** "" or ends in a slash; every name in the bucket begins with it. */
  prefix: string;
  /** One or more public keys, or the path of a file with them. */
  publicKey: string;
}

export interface OffsiteCopy extends CopyName {
  /** The name without the prefix. */
  name: string;
  bytes: number;
}

/**
 * The size in bytes of a part, unless the content would then have more than 9,000 parts. Stores accept at most 10,000.
 */
const minPartBytes = 8 * 1024 * 1024;
const maxParts = 9000;

/** The maximum number of objects to list. A store with more objects is used for something else too. */
const maxListed = 10_000;

/** The milliseconds for which the store may be silent within a download. */
const silenceMs = 30_000;

/** Formats the location of the copies, without any key: `players-backups at store.example`. */
export const formatStoreLocation = ({ s3 }: OffsiteSettings): string => `${s3.bucket} at ${new URL(s3.endpoint).host}`;

/**
 * Rethrows an error of the store with a message that says what to do about it.
 * @throws BackupError
 */
export function rethrowStoreError(access: OffsiteSettings, error: unknown): never {
  if (error instanceof BackupError) throw error;
  const reason = error instanceof StorageUnavailableError && error.cause ? error.cause : error;
  const code =
    reason instanceof Error && 'code' in reason && reason.code !== '' ? ` (${sanitise(String(reason.code))})` : '';
  const status = reason instanceof Error && 'status' in reason ? ` with ${reason.status}` : '';
  const what = status ? `refused${status}` : 'didn’t respond';
  throw new BackupError(
    `The store with ${formatStoreLocation(access)} ${what}${code}. Check OFFSITE_URL, its keys and the store’s rules.`,
    { cause: error },
  );
}

/** Returns a word from the store's response in a form that is safe to print. */
const sanitise = (word: string) => word.replaceAll(/[^\w.-]/g, '').slice(0, 60);

export interface OffsiteStore {
  /** Lists the copies, newest first. Other objects, and names that no site writes, are left out. */
  list: () => Promise<OffsiteCopy[]>;
  /**
   * Encrypts a backup and uploads it, unless there is a copy of it with exactly the same size. Checks what the store
   * has after an upload.
   *
   * @throws BackupError if the file isn't a backup, or can't be uploaded
   */
  upload: (path: string, signal: AbortSignal) => Promise<OffsiteCopy & { isNew: boolean }>;
  /**
   * Downloads a copy and decrypts it into a new file, which appears once all of it is there and checked.
   * @throws BackupError if there is no such copy, it can't be decrypted, or the file can't be written
   */
  download: (
    copy: OffsiteCopy,
    options: { path: string; secretKeys: readonly string[]; onProgress?: (bytes: number) => void },
  ) => Promise<void>;
}

export function openOffsiteStore(
  access: OffsiteSettings,
  { client = createS3Client(access.s3), partBytes = minPartBytes }: { client?: S3Client; partBytes?: number } = {},
): OffsiteStore {
  const { prefix } = access;
  const advise = (error: unknown) => rethrowStoreError(access, error);

  async function list(): Promise<OffsiteCopy[]> {
    const copies: OffsiteCopy[] = [];
    let listed = 0;
    try {
      for await (const { key, bytes } of client.list(prefix)) {
        listed += 1;
        if (listed > maxListed)
          throw new BackupError(
            `There are too many objects in ${formatStoreLocation(access)}. Use a bucket or prefix for the copies alone.`,
          );
        const name = key.startsWith(prefix) ? key.slice(prefix.length) : '';
        const copy = parseCopyName(name);
        if (copy && Number.isSafeInteger(bytes) && bytes > 0) copies.push({ ...copy, name, bytes });
      }
    } catch (error) {
      advise(error);
    }
    return copies.sort((a, b) => (a.madeAt < b.madeAt ? 1 : -1));
  }

  /** Checks that the store has the whole object: its size, and its beginning. */
  async function checkStored(name: string, { bytes, head }: { bytes: number; head: Buffer }): Promise<void> {
    const { headers } = await client.request({ method: 'HEAD', key: prefix + name });
    const stored = Number(headers['content-length']);
    if (stored !== bytes) {
      throw new BackupError(`The store has ${stored} bytes of ${name}, and ${bytes} were sent. Try again.`);
    }
    const beginning: Buffer[] = [];
    for await (const piece of withIdleTimeout(
      await client.get(prefix + name, { start: 0, end: head.length - 1 }),
      silenceMs,
    ))
      beginning.push(piece);
    if (!Buffer.concat(beginning).subarray(0, head.length).equals(head)) {
      throw new BackupError(
        `The store has something else under the name ${name}. Check the store, then make another backup and upload that.`,
      );
    }
  }

  return {
    list,
    async upload(path, signal) {
      const madeAt = await readTimeOfBackup(path);
      const { size } = await stat(path);
      const existing = await list();
      const publicKeys = await readPublicKeys(access.publicKey);
      const file = createReadStream(path, { highWaterMark: 256 * 1024 });
      try {
        const { content, size: getSize } = await encryptContent(file, publicKeys);
        const bytes = getSize(size);
        // A copy of another size is for other keys, or the store has changed it
        const same = existing.find((copy) => copy.madeAt === madeAt && copy.bytes === bytes);
        if (same) return { ...same, isNew: false };
        const folder = chooseCopyFolder(madeAt, existing);
        const name = formatCopyName({ folder, madeAt });
        const parts = splitIntoParts(content, Math.max(partBytes, Math.ceil(bytes / maxParts)));
        let head = Buffer.alloc(0);
        const noted = async function* () {
          for await (const part of parts) {
            if (head.length === 0) head = Buffer.from(part.subarray(0, 1024));
            yield part;
          }
        };
        await putObjectInParts(client, prefix + name, { parts: noted(), signal });
        await checkStored(name, { bytes, head });
        return { folder, madeAt, name, bytes, isNew: true };
      } catch (error) {
        return advise(error);
      } finally {
        file.destroy();
      }
    },
    async download({ name, bytes, madeAt }, { path, secretKeys, onProgress }) {
      await checkSpace(path, bytes);
      const unfinished = `${path}.${newId()}.unfinished`;
      let source: Readable | undefined;
      try {
        const file = await open(unfinished, 'wx', 0o600);
        source = await client.get(prefix + name).catch(async (error) => {
          await file.close();
          if (isMissingObjectError(error)) throw new BackupError(`The copy ${name} isn’t in the store any more.`);
          return advise(error);
        });
        const received = limitBytes(withIdleTimeout(source, silenceMs), bytes, onProgress);
        await pipeline(Readable.from(decryptContent(received, secretKeys)), file.createWriteStream({ flush: true }));
        // The store chooses which content it returns under a name, so the content has to state its own time
        const found = await readTimeOfBackup(unfinished);
        if (found !== madeAt) {
          throw new BackupError(
            `${name} has a backup of ${formatDateTime(found)} UTC in it, not of the time in its name: somebody may have swapped the copies. Nothing was kept.`,
          );
        }
        // The name is reserved by creating the file exclusively
        await (await open(path, 'wx')).close();
        await rename(unfinished, path);
      } catch (error) {
        if (isFileError(error)) adviseOnFile(path, error);
        advise(error);
      } finally {
        source?.destroy();
        await rm(unfinished, { force: true }).catch(() => undefined);
      }
    },
  };
}

/** Returns the time at which a backup was made, from its list of contents, to the second. */
async function readTimeOfBackup(path: string): Promise<string> {
  const backup = await openBackup(path);
  backup.close();
  return `${backup.contents.made_at.slice(0, 19)}.000Z`;
}

/** Cuts content into parts of exactly `bytes` bytes; the last may be shorter. Only one of them is in memory. */
async function* splitIntoParts(content: AsyncIterable<Uint8Array>, bytes: number): AsyncGenerator<Buffer> {
  let part = Buffer.allocUnsafe(bytes);
  let filled = 0;
  for await (let piece of content) {
    while (piece.length > 0) {
      const taken = piece.subarray(0, bytes - filled);
      part.set(taken, filled);
      filled += taken.length;
      piece = piece.subarray(taken.length);
      if (filled < bytes) continue;
      yield part;
      part = Buffer.allocUnsafe(bytes);
      filled = 0;
    }
  }
  if (filled > 0) yield part.subarray(0, filled);
}

/** Returns the same content. More than was listed is refused, so that a store can't fill the disk. */
async function* limitBytes(
  content: AsyncIterable<Buffer>,
  maxBytes: number,
  onProgress: ((bytes: number) => void) | undefined,
): AsyncGenerator<Buffer> {
  let received = 0;
  for await (const piece of content) {
    received += piece.length;
    if (received > maxBytes) throw new BackupError('The store sent more than it has listed. Nothing was kept.');
    onProgress?.(received);
    yield piece;
  }
}

/** @throws BackupError if the disk has no room for a copy */
async function checkSpace(path: string, bytes: number): Promise<void> {
  const { bavail, bsize } = await statfs(dirname(path)).catch((error) => adviseOnFile(path, error));
  if (bavail * bsize < bytes) {
    throw new BackupError(`There isn’t enough space for ${path}: the copy has ${bytes} bytes. Choose another disk.`);
  }
}

const isFileError = (error: unknown) => (error instanceof Error && 'path' in error) || isDiskFullError(error);

function adviseOnFile(path: string, error: unknown): never {
  const { code } = error as NodeJS.ErrnoException;
  if (code === 'EEXIST') throw new BackupError(`${path} already exists. Choose another file name.`);
  throw new BackupError(
    `${path} can’t be written (${code}). Choose a folder that you can write to and that has enough space.`,
    { cause: error },
  );
}
