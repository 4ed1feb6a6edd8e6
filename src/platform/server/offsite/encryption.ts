import { readFile } from 'node:fs/promises';
import { ReadableStream } from 'node:stream/web';
import { Decrypter, Encrypter, generateX25519Identity, identityToRecipient } from 'age-encryption';
import { BackupError } from '../backup/manifest.ts';

// Copies are files of the age format (https://age-encryption.org/v1), which `age --decrypt` reads without Callboard.
// The server has only the public key, so it can't read copies that it has made.

/** The maximum length in bytes of a header; a header for twenty keys takes two thousand. */
const maxHeaderBytes = 64 * 1024;

/** Splits text into its words, without comments. */
const splitKeys = (text: string) =>
  text
    .replaceAll(/^\s*#.*$/gm, '')
    .split(/[\s,]+/)
    .filter(Boolean);

/**
 * Parses public keys, separated by spaces, commas or line ends.
 * @throws BackupError if there is none, or one of them isn't a public key
 */
export function parsePublicKeys(text: string): string[] {
  const keys = splitKeys(text);
  if (keys.some((key) => /^AGE-SECRET-KEY-/i.test(key))) {
    throw new BackupError(
      'OFFSITE_PUBLIC_KEY contains a secret key. Replace it with the public one, which begins with age1, and keep the secret one away from this server.',
    );
  }
  for (const key of keys) {
    try {
      new Encrypter().addRecipient(key);
    } catch (error) {
      throw new BackupError(
        'OFFSITE_PUBLIC_KEY contains something that isn’t a public key: each key has to begin with age1 and be complete.',
        {
          cause: error,
        },
      );
    }
  }
  if (keys.length === 0) throw new BackupError('OFFSITE_PUBLIC_KEY has no public key in it.');
  return keys;
}

/**
 * Reads the public keys of a setting, which are in the setting itself, or in the file that it names.
 * @throws BackupError if the file can't be read, or the keys can't be used
 */
export async function readPublicKeys(setting: string): Promise<string[]> {
  // No key contains a slash, and every absolute path does
  if (!/[\\/]/.test(setting)) return parsePublicKeys(setting);
  const text = await readFile(setting, 'utf8').catch((error) => {
    throw new BackupError(`The public key in ${setting} can’t be read (${error.code}). Check OFFSITE_PUBLIC_KEY.`);
  });
  return parsePublicKeys(text);
}

/** Creates a pair of keys. Anybody who has the secret key can read every copy that the public key encrypts. */
export async function createKeyPair(): Promise<{ secretKey: string; publicKey: string }> {
  const secretKey = await generateX25519Identity();
  return { secretKey, publicKey: await identityToRecipient(secretKey) };
}

/**
 * Parses the contents of a key file, as `callboard offsite make-key` and `age-keygen` write them.
 *
 * @throws BackupError if the file has no secret key, or has anything else in it except comments
 */
export function parseSecretKeys(text: string): string[] {
  const keys = splitKeys(text);
  try {
    for (const key of keys) new Decrypter().addIdentity(key);
  } catch (error) {
    throw new BackupError('The text in the key file isn’t a secret key. A secret key begins with AGE-SECRET-KEY-.', {
      cause: error,
    });
  }
  if (keys.length === 0) throw new BackupError('There is no secret key in the key file.');
  return keys;
}

type Bytes = AsyncIterable<Uint8Array>;

/** Encrypts content as it is read. `size` returns the size that content of `bytes` bytes has once it is encrypted. */
export async function encryptContent(
  content: Bytes,
  publicKeys: readonly string[],
): Promise<{ content: Bytes; size: (bytes: number) => number }> {
  const encrypter = new Encrypter();
  for (const key of publicKeys) encrypter.addRecipient(key);
  const encrypted = await encrypter.encrypt(toWebStream(content));
  return { content: encrypted as unknown as Bytes, size: (bytes) => encrypted.size(bytes) };
}

/**
 * Decrypts content as it is read. Each part of it is checked before it is passed on; the end is checked last.
 * @throws BackupError if none of the keys fits, or the content isn't exactly what was encrypted
 */
export async function* decryptContent(content: Bytes, secretKeys: readonly string[]): AsyncGenerator<Uint8Array> {
  const decrypter = new Decrypter();
  for (const key of secretKeys) decrypter.addIdentity(key);
  /** An error of the source, which is passed on as it is. */
  let broken: unknown;
  const source = async function* () {
    try {
      yield* withShortHeader(content);
    } catch (error) {
      broken = error;
      throw error;
    }
  };
  const explain = (error: unknown) => {
    if (broken !== undefined) return broken;
    if (error instanceof Error && error.message.startsWith('no identity matched')) {
      return new BackupError('This copy was encrypted for another key. Use the key file from the time of the copy.');
    }
    return damaged(error);
  };
  try {
    const decrypted = await decrypter.decrypt(toWebStream(source()));
    yield* decrypted as unknown as Bytes;
  } catch (error) {
    throw explain(error);
  }
}

const damaged = (cause?: unknown) =>
  new BackupError('This copy is damaged or incomplete, or somebody has changed it. Use another copy.', { cause });

/** Returns the same content. Refuses a header of more than `maxHeaderBytes`, because it is read into memory. */
async function* withShortHeader(content: Bytes): Bytes & AsyncGenerator<Uint8Array> {
  let head: Buffer | undefined = Buffer.alloc(0);
  for await (const piece of content) {
    if (head === undefined) {
      yield piece;
      continue;
    }
    head = Buffer.concat([head, piece]);
    const hasEnd = head.subarray(0, maxHeaderBytes).includes('\n--- ');
    if (!hasEnd && head.length > maxHeaderBytes) throw damaged();
    if (!hasEnd) continue;
    yield head;
    head = undefined;
  }
  if (head !== undefined) throw damaged();
}

/** Adapts the types: the library declares the browser's stream type, and at run time Node's stream is the same. */
const toWebStream = (content: Bytes) =>
  ReadableStream.from(content) as unknown as Parameters<Encrypter['encrypt']>[0] &
    globalThis.ReadableStream<Uint8Array>;
