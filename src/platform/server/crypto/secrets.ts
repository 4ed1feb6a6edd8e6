import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { link, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { flushFolder } from '../storage/folders.ts';

/** Creates a secret that gives access to anybody who has it: 256 random bits, safe in cookies and URLs. */
export const newToken = (): string => randomBytes(32).toString('base64url');

/** Returns the stored hash of a token. Only the hash is stored, so that a stolen copy of the data gives no access. */
export const hashToken = (token: string): string => createHash('sha256').update(token).digest('base64url');

const sha256 = (secret: string | Uint8Array): Buffer => createHash('sha256').update(secret).digest();

/**
 * Returns true if a secret that somebody sent is the expected one. Compares hashes, which have the same length, in
 * constant time: the duration reveals neither how similar the secrets are nor how long the expected one is.
 */
export const isSameSecret = (given: string | Uint8Array, expected: string | Uint8Array): boolean =>
  timingSafeEqual(sha256(given), sha256(expected));

/**
 * Returns the secret stored in `dataDir`, and creates it at the first start. Two processes that start at once get the
 * same secret.
 */
export async function loadOrCreateInstanceSecret(dataDir: string): Promise<string> {
  const file = join(dataDir, 'secret');
  const stored = await readInstanceSecret(dataDir);
  if (stored) return stored;
  const draft = `${file}.${randomBytes(6).toString('hex')}`;
  await writeFile(draft, `${randomBytes(48).toString('base64url')}\n`, { mode: 0o600, flag: 'wx', flush: true });
  try {
    // A hard link is created completely or not at all, and never overwrites an existing file
    await link(draft, file);
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error;
  } finally {
    await rm(draft);
  }
  await flushFolder(dataDir);
  return readInstanceSecret(dataDir);
}

const codeOf = (error: unknown) => (error as NodeJS.ErrnoException).code;

/** Returns the secret stored in `dataDir`; "" if there is none. */
export async function readInstanceSecret(dataDir: string): Promise<string> {
  try {
    return (await readFile(join(dataDir, 'secret'), 'utf8')).trim();
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return '';
    throw error;
  }
}
