import { rename, rm, writeFile } from 'node:fs/promises';
import type { Database } from '#platform/server/database/index.ts';
import { SheetError } from '#platform/server/formats/sheet.ts';
import { formatArchiveCsv } from './archive-csv.ts';
import { listShowsForExport } from './store.ts';

/**
 * Writes every show with its cast and crew to a CSV file. An older file with that name remains until the new file is
 * complete.
 * @returns the number of shows
 * @throws SheetError if the file can't be written
 */
export async function exportShows(db: Database, file: string): Promise<number> {
  const shows = await listShowsForExport(db.read);
  const unfinished = `${file}.part`;
  try {
    await writeFile(unfinished, formatArchiveCsv(shows));
    await rename(unfinished, file);
  } catch (error) {
    await rm(unfinished, { force: true }).catch(() => undefined);
    const { code } = error as NodeJS.ErrnoException;
    throw new SheetError(`Can’t write ${file} (${code}). Choose a folder you have permission to write to.`);
  }
  return shows.length;
}
