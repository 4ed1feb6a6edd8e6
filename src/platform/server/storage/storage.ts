import type { Readable } from 'node:stream';

/** Bytes from `start` to `end`, both included. */
export interface ByteRange {
  start: number;
  end: number;
}

/** A stored file; `key` is its name in the storage: the SHA-256 of its bytes, in hexadecimal. */
export interface StorageEntry {
  key: string;
  bytes: number;
}

/** A file that has arrived in full, and is neither stored nor deleted yet. */
export interface IncomingFile {
  /** The id of the user who sent the file; "" if no user did. */
  sender: string;
  /** The SHA-256 of the file's bytes, under which it would be stored. */
  key: string;
  bytes: number;
  /** The file's first 64 bytes, which show its type. */
  head: Buffer;
  /** The file's path until it is stored, for programs that read from a disk. */
  path: string;
  open: (range?: ByteRange) => Promise<Readable>;
  store: () => Promise<StorageEntry>;
  /** Deletes the file; does nothing if it is already stored. */
  discard: () => Promise<void>;
}

/** Thrown if a file has more bytes than its receiver accepts. */
export class FileTooLargeError extends Error {}

/** Thrown if another file would exceed the total size that files may have, or the space that the disk can spare. */
export class StorageFullError extends Error {}

/**
 * Thrown if the place where files are stored can't be reached, or refuses access. Trying again later may work.
 */
export class StorageUnavailableError extends Error {
  override name = 'StorageUnavailableError';
  readonly code = 'STORAGE_UNAVAILABLE';
}

/**
 * Stores files in a folder, or in a store that several machines share. A file is named after its content, so identical
 * files are stored only once, and no file ever changes.
 */
export interface FileStorage {
  /** Stores a file whole or not at all. */
  put: (content: Buffer | Readable) => Promise<StorageEntry>;
  /**
   * Receives a file as it arrives, so that it can be inspected before it is stored. It is received completely or not at
   * all, and is never in memory as a whole.
   * @throws FileTooLargeError as soon as there are more than `maxBytes` bytes, StorageFullError as soon as there is no room
   * for more
   */
  receive: (content: Readable, from?: { maxBytes?: number; sender?: string }) => Promise<IncomingFile>;
  /** Resolves once every file that this process received is stored or deleted. */
  waitUntilIdle: () => Promise<void>;
  /**
   * Opens a file. Rejects if the file doesn't exist or can't be read; in that case none of its bytes have been sent.
   */
  open: (key: string, range?: ByteRange) => Promise<Readable>;
  has: (key: string) => Promise<boolean>;
  /** Lists every stored file's key. Files that are stored or removed during the listing may or may not be included. */
  keys: () => AsyncIterable<string>;
  /**
   * Deletes a file, unless it was stored again after `before`: somebody may then be about to refer to it. The caller
   * must make sure that nothing else refers to it. Returns true if the file was deleted.
   */
  remove: (key: string, before: Date) => Promise<boolean>;
  /**
   * Lists the keys of files stored before the given time that may never have been recorded in the database, because the
   * call failed or its process was killed.
   */
  listUnconfirmed: (before: Date) => Promise<string[]>;
  /** Removes a key from the list of unconfirmed files, unless its file was stored again after `before`. */
  confirm: (key: string, before: Date) => Promise<void>;
  /**
   * Deletes files that arrived before the given time and were never stored, such as those of a killed process. Returns
   * their number.
   */
  deleteStaleIncoming: (before: Date) => Promise<number>;
  /** Returns true if this machine's disk has so little room that it takes no more files. */
  isFull: () => Promise<boolean>;
  /** Rejects if the place where the files are stored doesn't respond. */
  checkReady: () => Promise<void>;
}

const keyShape = /^[0-9a-f]{64}$/;

export const isStorageKey = (name: string): boolean => keyShape.test(name);

/**
 * Refuses anything that isn't a key. Keys are read from our own rows, and a corrupt row must not lead to a file
 * elsewhere.
 */
export function assertStorageKey(key: string): void {
  if (!isStorageKey(key)) throw new Error('That is not the key of a stored file.');
}

/** Deletes every file, even if something still refers to it. */
export async function clearStorage(storage: Pick<FileStorage, 'keys' | 'remove' | 'confirm'>): Promise<void> {
  // A time later than that of anything stored
  const ever = new Date(8.64e15);
  for await (const key of storage.keys()) {
    await storage.remove(key, ever);
    await storage.confirm(key, ever);
  }
}

/**
 * Matches the error codes for a full disk, a used-up quota and a file that may not grow. They are the codes of the
 * system, of PostgreSQL and of SQLite. SQLite has the same code for a used-up quota and a broken disk.
 */
const codes = /^(ENOSPC|EDQUOT|EFBIG|SQLITE_FULL|SQLITE_IOERR_(WRITE|SHMSIZE|FSYNC)|53100)$/;

/** Returns true if an error means that there is no room left to write. */
export function isDiskFullError(error: unknown): boolean {
  return error instanceof Error && 'code' in error && codes.test(String(error.code));
}
