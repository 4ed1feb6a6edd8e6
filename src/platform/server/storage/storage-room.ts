import { readdir, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';

/** What the database, mails and the rest of the machine need to go on: files don't take the disk's last. In bytes. */
const spared = 256 * 1024 * 1024;

/**
 * How long a count of what lies there is good, in milliseconds: other processes put files there too, and take some
 * away.
 */
const countGood = 10 * 60_000;

/** Knows how much a folder's files may still grow by, if all of them together may have `most` bytes. */
export function roomIn(folder: string, most: number) {
  let counted: Promise<number> | undefined;
  let countedAt = 0;
  let since = 0;

  function countAgain(): Promise<number> {
    countedAt = Date.now();
    since = 0;
    counted = weigh(folder);
    return counted;
  }

  return {
    /** Bytes that there is room for; below zero where there are too many already. */
    async left(): Promise<number> {
      const { bavail, bsize } = await statfs(folder);
      const free = bavail * bsize - spared;
      if (most === Number.POSITIVE_INFINITY) return free;
      const good = counted !== undefined && Date.now() - countedAt < countGood;
      const lying = await (good && counted !== undefined ? counted : countAgain());
      // Another process may have taken something away meanwhile
      const grown = lying + since > most ? await countAgain() : lying + since;
      return Math.min(free, most - grown);
    },
    /** Remembers that something was taken away. */
    give: (): void => {
      counted = undefined;
    },
    /** Remembers that so many bytes have come. */
    take: (bytes: number): void => {
      since += bytes;
    },
  };
}

async function weigh(folder: string): Promise<number> {
  let bytes = 0;
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    // Gone by now, perhaps
    bytes += (await stat(join(entry.parentPath, entry.name)).catch(() => undefined))?.size ?? 0;
  }
  return bytes;
}
