import { open } from 'node:fs/promises';

/** Windows opens no folder, and some disks of a network flush none. */
const cannot = new Set(['EISDIR', 'EACCES', 'EPERM', 'EBADF', 'EINVAL', 'ENOTSUP']);

/**
 * Resolves when the names in a folder would survive a power cut. Flushing a file is about its bytes alone: under the name
 * that it was given afterwards the disk may know it half a minute later.
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
    if (!cannot.has((error as NodeJS.ErrnoException).code ?? '')) throw error;
  }
}
