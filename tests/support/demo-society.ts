// The demo society whole, pictures and all, in a folder: made once, since its pictures take half a minute, and copied for
// each site that is started on it.
import { cpSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase } from '#platform/server/database/index.ts';
import { diskStorage } from '#platform/server/storage/storage.ts';
import { seedDemo } from '../../src/demo/seed.ts';
import { seedDemoMedia } from '../../src/demo/seed-media.ts';
import { migrations } from '../../src/migrations/index.ts';
import { temporaryDataDir } from './site.ts';

/** Makes the demo society of today in a new folder, and answers the folder. */
export async function makeDemoSociety(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'callboard-demo-'));
  const db = await openDatabase({ file: join(folder, 'callboard.sqlite') }, migrations);
  const now = new Date();
  await seedDemo(db, now);
  await seedDemoMedia(db, diskStorage(join(folder, 'files')), now);
  await db.close();
  return folder;
}

/** A data folder of one's own with the demo society that is in `made`. */
export function copyOfDemoSociety(made: string): string {
  const dataDir = temporaryDataDir();
  cpSync(made, dataDir, { recursive: true });
  return dataDir;
}
