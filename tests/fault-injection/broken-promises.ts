// Checks data that must exist whatever has happened to the site.
import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import BetterSqlite from 'better-sqlite3';
import type { Database } from '#platform/server/database/index.ts';
import { createDiskStorage } from '#platform/server/storage/disk-storage.ts';
import type { ConfirmedChange } from './load.ts';

/** Returns the confirmed work that is missing or incomplete */
export async function findLostWork(
  promised: readonly ConfirmedChange[],
  { read }: Pick<Database, 'read'>,
  dataDir: string,
): Promise<string[]> {
  const storage = createDiskStorage(join(dataDir, 'files'));
  const texts = async (rows: Promise<{ mark: string }[]>) => new Set((await rows).map(({ mark }) => mark));
  const there: Record<ConfirmedChange['kind'], Set<string>> = {
    feedback: await texts(read.selectFrom('inbox_message').select('message as mark').execute()),
    message: await texts(read.selectFrom('inbox_message').select('message as mark').execute()),
    'blog post': await texts(read.selectFrom('blog_post').select('title as mark').execute()),
    document: await texts(read.selectFrom('file').select('storage_key as mark').execute()),
    booking: await texts(read.selectFrom('ticket_order').select('name as mark').execute()),
  };
  const isWhole = async (key: string) => {
    const hash = createHash('sha256');
    for await (const piece of await storage.open(key)) hash.update(piece);
    return hash.digest('hex') === key;
  };
  const lost: string[] = [];
  for (const { kind, mark } of promised) {
    if (!there[kind].has(mark)) lost.push(`the ${kind} “${mark}” is lost`);
    else if (kind === 'document' && !(await isWhole(mark).catch(() => false))) lost.push(`the ${mark} isn’t whole`);
  }
  return lost;
}

/** Returns the faults that SQLite itself finds in a file; [] if the file is intact. */
export function findDatabaseDamage(file: string): unknown[] {
  const handle = new BetterSqlite(file, { readonly: true });
  try {
    const integrity = handle.pragma('integrity_check') as { integrity_check: string }[];
    const orphans = handle.pragma('foreign_key_check') as unknown[];
    return [...integrity.filter(({ integrity_check }) => integrity_check !== 'ok'), ...orphans];
  } finally {
    handle.close();
  }
}

/** Patterns of the file names that belong in a data folder. */
const ours = [
  /^callboard\.sqlite(-wal|-shm)?$/,
  /^secret$/,
  /^practice-square\/square\.jsonl$/,
  /^mail\/[^/]+\.eml$/,
  /^files\/[0-9a-f]{2}\/[0-9a-f]{64}$/,
];

/** Lists files in a data folder that don't belong there, such as files that are only partly written. */
export function listLeftoverFiles(dataDir: string): string[] {
  return readdirSync(dataDir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(dataDir, join(entry.parentPath, entry.name)))
    .filter((path) => !ours.some((shape) => shape.test(path)));
}
