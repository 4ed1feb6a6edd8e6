// The complete demo society, with pictures, in a folder. Creating it takes a quarter of a minute, so browser tests
// create it once and copy it for each site that they start.
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase } from '#platform/server/database/index.ts';
import { createDiskStorage } from '#platform/server/storage/disk-storage.ts';
import { renderAsPhotograph } from '../../../src/demo/media/pictures/raster.ts';
import { seedDemoMedia } from '../../../src/demo/media/seed-media.ts';
import { seedDemo } from '../../../src/demo/seed.ts';
import { migrations } from '../../../src/migrations/index.ts';
import { createTemporaryDataDir } from './site.ts';

const root = join(import.meta.dirname, '../../..');
const cache = join(root, 'node_modules', '.cache', 'demo-society');

/** Draws a picture at half its size, which takes less than half the time. */
const drawSmall: typeof renderAsPhotograph = (drawing, how) => renderAsPhotograph(drawing, { ...how, share: 1 / 2 });

async function drawInto(folder: string, now: Date, draw = renderAsPhotograph): Promise<void> {
  const db = await openDatabase({ file: join(folder, 'callboard.sqlite') }, migrations);
  await seedDemo(db, now);
  await seedDemoMedia(db, createDiskStorage(join(folder, 'files')), now, { draw });
  await db.close();
}

/** Creates today's demo society in a new folder, and returns the folder. */
export async function makeDemoSociety(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'callboard-demo-'));
  await drawInto(folder, new Date());
  return folder;
}

/**
 * Returns a name that changes with everything that can change the society: the size of its pictures, the date, the
 * packages and the sources. Tests and the code of screens aren't among these sources.
 */
function buildCacheName(now: Date, pictures: 'small' | 'whole'): string {
  const sources = readdirSync(join(root, 'src'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.(test|child)\.|\.(tsx|css)$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => !/[/\\]web[/\\]/.test(file));
  const hash = createHash('sha256');
  for (const file of [join(root, 'package-lock.json'), import.meta.filename, ...sources.sort()]) {
    hash.update(file.slice(root.length)).update(readFileSync(file));
  }
  return `${pictures}-${now.toISOString().slice(0, 10)}-${hash.digest('hex').slice(0, 16)}`;
}

/**
 * Returns the folder of today's demo society, which is created unless it exists. Creating it deletes all others. By
 * default, its pictures are drawn at half their size. Copy the folder, never change it.
 */
export async function ensureDemoSociety({
  pictures = 'small',
}: {
  pictures?: 'small' | 'whole';
} = {}): Promise<string> {
  const now = new Date();
  const cached = join(cache, buildCacheName(now, pictures));
  if (existsSync(cached)) return cached;
  mkdirSync(cache, { recursive: true });
  for (const older of readdirSync(cache)) rmSync(join(cache, older), { recursive: true, force: true });
  // The society is created in another folder first, so that an interrupted run leaves no folder that looks complete
  const made = mkdtempSync(join(cache, 'unfinished-'));
  await drawInto(made, now, pictures === 'small' ? drawSmall : renderAsPhotograph);
  renameSync(made, cached);
  return cached;
}

/** Copies the demo society in a folder to a new data folder. */
export function copyDemoSociety(made: string): string {
  const dataDir = createTemporaryDataDir();
  cpSync(made, dataDir, { recursive: true });
  return dataDir;
}
