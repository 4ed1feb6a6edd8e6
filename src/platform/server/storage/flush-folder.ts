import { open } from 'node:fs/promises';

/**
 * The error codes of systems that can't flush a folder: Windows can't open one, and some network disks can't flush one.
 */
const cannot = new Set(['EISDIR', 'EACCES', 'EPERM', 'EBADF', 'EINVAL', 'ENOTSUP']);

/**
 * Resolves when the names in a folder would survive a power cut. Flushing a file covers only its bytes. A name that it
 * gets afterwards may reach the disk half a minute later.
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
