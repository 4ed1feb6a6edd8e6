import { chmod, mkdir, open, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';

const folderMode = 0o700;
const fileMode = 0o600;

/**
 * Patterns for the names of the site's own files and folders. The configured folder may contain other things too, which
 * are left unchanged.
 */
const ours = [/^callboard\.sqlite/, /^secret(\.|$)/, /^mail$/, /^files$/, /^(backups|restoring)$/];

/** Makes everything that this process creates from now on readable only by its own user. */
export function setPrivateUmask(): void {
  process.umask(0o077);
}

/**
 * Creates the site's folder if it is missing. Makes it readable only by the program's user, including files that an
 * earlier version left readable. Returns false if a part of the folder can't be made private, for example because it
 * belongs to somebody else.
 */
export async function makeFolderPrivate(folder: string): Promise<boolean> {
  await mkdir(folder, { recursive: true });
  const closed = [await restrictAccess(folder, folderMode)];
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    if (!ours.some((name) => name.test(entry.name))) continue;
    const path = join(folder, entry.name);
    if (entry.isDirectory()) closed.push(...(await restrictAccessBelow(path)));
    else if (entry.isFile()) closed.push(await restrictAccess(path, fileMode));
  }
  return closed.every(Boolean);
}

/**
 * Makes everything below a folder private. A folder that is already private protects what is below it, so it isn't
 * searched again.
 */
async function restrictAccessBelow(folder: string): Promise<boolean[]> {
  if (((await stat(folder)).mode & 0o077) === 0) return [];
  const entries = await readdir(folder, { withFileTypes: true });
  const closed: boolean[] = [];
  for (const entry of entries) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) closed.push(...(await restrictAccessBelow(path)));
    else if (entry.isFile()) closed.push(await restrictAccess(path, fileMode));
  }
  // The folder itself is made private last, so that after an interruption the next run does everything again
  return [...closed, await restrictAccess(folder, folderMode)];
}

async function restrictAccess(path: string, mode: number): Promise<boolean> {
  try {
    await chmod(path, mode);
    return true;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    // The file was deleted in the meantime, which happens to the database's side files
    if (code === 'ENOENT') return true;
    if (code === 'EPERM' || code === 'EROFS' || code === 'ENOTSUP') return false;
    throw error;
  }
}

/**
 * The error codes of systems that can't flush a folder: Windows can't open one, and some network disks can't flush one.
 */
const unsupportedCodes = new Set(['EISDIR', 'EACCES', 'EPERM', 'EBADF', 'EINVAL', 'ENOTSUP']);

/**
 * Resolves when the names in a folder would survive a power cut; on systems that can't flush a folder, resolves without
 * that. Flushing a file covers only its bytes. A name that it gets afterwards may reach the disk half a minute later.
 */
export async function flushFolder(folder: string): Promise<void> {
  try {
    const handle = await open(folder);
    try {
      await handle.sync();
    } finally {
      await handle.close();
    }
  } catch (error) {
    if (!unsupportedCodes.has((error as NodeJS.ErrnoException).code ?? '')) throw error;
  }
}
