// Keeps temporary test data in memory if there is enough memory, because SQLite waits for the disk at each commit.
import { mkdirSync, readdirSync, rmSync, statfsSync } from 'node:fs';
import { join } from 'node:path';

const memory = '/dev/shm';
const gigabyte = 2 ** 30;

/**
 * Returns true if this system has a file system in memory with more than 2 GiB free, and more than 4 GiB of memory
 * available. A container's file system in memory may have only 64 megabytes.
 */
function hasRoom(): boolean {
  try {
    const { bavail, bsize } = statfsSync(memory);
    return bavail * bsize > 2 * gigabyte && process.availableMemory() > 4 * gigabyte;
  } catch {
    return false;
  }
}

const isRunning = (pid: number) => {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
};

/**
 * If there is room in memory, makes this process and the processes that it starts use a temporary folder there, and
 * first removes the folders of killed runs.
 *
 * @returns a function that removes the folder
 */
export function keepTemporaryFilesInMemory(): () => void {
  if (!hasRoom()) return () => {};
  for (const name of readdirSync(memory)) {
    const pid = /^callboard-tests-(\d+)$/.exec(name)?.[1];
    if (pid !== undefined && !isRunning(Number(pid))) rmSync(join(memory, name), { recursive: true, force: true });
  }
  const folder = join(memory, `callboard-tests-${process.pid}`);
  // All users may read the folder, because PostgreSQL runs as another user
  mkdirSync(folder, { mode: 0o755 });
  process.env.TMPDIR = folder;
  return () => rmSync(folder, { recursive: true, force: true });
}
