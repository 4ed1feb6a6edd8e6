import { randomBytes } from 'node:crypto';
import { link, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { flushFolder } from '../storage/folders.ts';

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
