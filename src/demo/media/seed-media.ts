import { hasFile } from '#features/publishing/files/server/index.ts';
import { hasMedia } from '#features/publishing/media/server/index.ts';
import { createInternalSetting, deleteSetting, readInternalSetting } from '#features/society/settings/server/index.ts';
import { type Database, type DbReader, type DbTransaction, write } from '#platform/server/database/index.ts';
import { renderDrawing } from '#platform/server/pictures/pictures.ts';
import type { FileStorage } from '#platform/server/storage/storage.ts';
import type { CalendarDate } from '#platform/shared/dates/dates.ts';
import type { renderAsPhotograph } from './pictures/raster.ts';
import { areDemoPortraitsSeeded, prepareDemoPortraits } from './portraits.ts';
import type { DemoMediaBatch } from './show-photos.ts';

/**
 * The name of an internal setting that exists while the demo's pictures and files still have to be created; its value
 * is the day on which the demo was opened. The setting is deleted once they exist: if it stayed, files that an admin
 * deletes would be created again.
 */
const MEDIA_PENDING_SETTING = 'demoMediaWanted';

export const markMediaPending = (tx: DbTransaction, day: CalendarDate): Promise<void> =>
  createInternalSetting(tx, MEDIA_PENDING_SETTING, day);

export const findDemoDayIfMediaPending = (db: DbReader): Promise<CalendarDate | undefined> =>
  readInternalSetting(db, MEDIA_PENDING_SETTING);

export const clearMediaPending = (tx: DbTransaction): Promise<void> => deleteSetting(tx, MEDIA_PENDING_SETTING);

/**
 * Creates the demo's photographs, files, a video and a recording, one by one, and then the portraits. If interrupted,
 * it continues at the next call; once complete, it does nothing until the demo is reset. Returns true if there was
 * something to create.
 */
export async function seedDemoMedia(
  db: Database,
  storage: FileStorage,
  now: Date,
  { signal, draw }: { signal?: AbortSignal | undefined; draw?: typeof renderAsPhotograph } = {},
): Promise<boolean> {
  const day = await findDemoDayIfMediaPending(db.read);
  if (day === undefined) return false;
  // Loaded on demand, like the demo itself, because it isn't needed once the media exist
  const { listDemoMedia } = await import('./show-photos.ts');
  for (const medium of listDemoMedia(storage, day, now.toISOString(), draw)) {
    if (signal?.aborted) return true;
    if (await isStored(db.read, medium)) continue;
    const store = await medium.make(signal).catch((error) => {
      if (!signal?.aborted) throw error;
    });
    if (!store) return true;
    await write(db, async (tx) => {
      // Checked again under the lock, because another process may be creating the same item.
      if (!(await isStored(tx, medium))) await store(tx);
    });
  }
  if (!(await areDemoPortraitsSeeded(db.read, day))) {
    const rasterise = (svg: string) => renderDrawing({ svg, as: 'png' });
    const store = await prepareDemoPortraits({ db: db.read, storage, rasterise }, day, now.toISOString());
    await write(db, async (tx) => {
      if (!(await areDemoPortraitsSeeded(tx, day))) await store(tx);
    });
  }
  await write(db, (tx) => clearMediaPending(tx));
  return true;
}

const isStored = (db: DbReader | DbTransaction, { id, of }: DemoMediaBatch): Promise<boolean> =>
  of === 'file' ? hasFile(db, id) : hasMedia(db, id);
