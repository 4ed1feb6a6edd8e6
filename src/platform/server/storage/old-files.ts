import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** Returns true if a file is older than `before`. Returns false for a file that another process has just removed. */
export async function isOlderThan(before: Date, path: string): Promise<boolean> {
  const found = await stat(path).catch(() => undefined);
  return found !== undefined && found.mtime < before;
}

/** Lists the names of files in a folder that were created before the given time. */
export async function listFilesOlderThan(before: Date, folder: string): Promise<string[]> {
  const names: string[] = [];
  for (const name of await readdir(folder).catch(() => [])) {
    if (await isOlderThan(before, join(folder, name))) names.push(name);
  }
  return names;
}

/** Deletes the files in a folder that are older than `before`, and returns their number. */
export async function sweepFolder(folder: string, before: Date): Promise<number> {
  const left = await listFilesOlderThan(before, folder);
  for (const name of left) await rm(join(folder, name), { force: true });
  return left.length;
}
