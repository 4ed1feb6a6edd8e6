import { fstatSync, statSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { onTestFinished, vi } from 'vitest';

/** Records which files and folders are flushed to the disk from now on. `folder` may be any folder that exists. */
export async function watchFlushes(folder: string) {
  const flushed = new Set<number>();
  const handle = await open(folder);
  const kind: FileHandle = Object.getPrototypeOf(handle);
  await handle.close();
  const { sync } = kind;
  const spy = vi.spyOn(kind, 'sync').mockImplementation(async function (this: FileHandle) {
    flushed.add(fstatSync(this.fd).ino);
    await sync.call(this);
  });
  onTestFinished(() => spy.mockRestore());
  return { isFlushed: (path: string) => flushed.has(statSync(path).ino) };
}
