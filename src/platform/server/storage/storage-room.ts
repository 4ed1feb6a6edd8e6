import { readdir, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';

/** In bytes. The database, mails and the rest of the machine need some room: files don't take the disk's last. */
const spared = 256 * 1024 * 1024;

/** How long a count of the stored files is valid, in milliseconds: other processes add and delete files too. */
const countGood = 10 * 60_000;

/** Knows how much a folder's files may still grow, if together they may have `most` bytes. */
export function roomIn(folder: string, most: number) {
  let counted: Promise<number> | undefined;
  let countedAt = 0;
  let since = 0;
  /** Everything that has arrived in this process, and stayed or may still. */
  let arrived = 0;

  function countAgain(): Promise<number> {
    countedAt = Date.now();
    since = 0;
    counted = weigh(folder);
    return counted;
  }

  /** Bytes that there is room for; below zero where there are too many already. */
  async function left(): Promise<number> {
    const { bavail, bsize } = await statfs(folder);
    const free = bavail * bsize - spared;
    if (most === Number.POSITIVE_INFINITY) return free;
    const good = counted !== undefined && Date.now() - countedAt < countGood;
    const lying = await (good && counted !== undefined ? counted : countAgain());
    // Another process may have deleted something meanwhile
    const grown = lying + since > most ? await countAgain() : lying + since;
    return Math.min(free, most - grown);
  }

  return {
    /**
     * A way to ask, while a file arrives, whether it still has room. What arrives beside it counts as well: all of them
     * together mustn't take what each could have alone.
     */
    async watched(): Promise<() => boolean> {
      const from = arrived;
      const mostNow = await left();
      return () => arrived - from <= mostNow;
    },
    /** Remembers that something was deleted. */
    give: (): void => {
      counted = undefined;
    },
    /** Remembers that so many bytes were added, or with a minus sign that those didn't stay. */
    take: (bytes: number): void => {
      since += bytes;
      arrived += bytes;
    },
  };
}

async function weigh(folder: string): Promise<number> {
  let bytes = 0;
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    // Perhaps deleted meanwhile
    bytes += (await stat(join(entry.parentPath, entry.name)).catch(() => undefined))?.size ?? 0;
  }
  return bytes;
}
