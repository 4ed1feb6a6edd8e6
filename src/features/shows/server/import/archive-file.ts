import { readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { csvForSpreadsheets } from '#platform/server/formats/csv.ts';
import type { RefusedRow } from '#platform/server/formats/read-sheet.ts';
import { type Headings, SheetFault } from '#platform/server/formats/sheet.ts';
import { type Column, refusalHeadings } from './headers.ts';
import { largestFile } from './read-archive.ts';

/**
 * The bytes of a file that is to be imported; no more of it is read than an archive can have.
 * @throws SheetFault when there is no such file, or it can't be read
 */
export async function readArchiveFile(file: string): Promise<Uint8Array> {
  try {
    const found = await stat(file);
    if (!found.isFile()) throw new SheetFault(`${file} is not a file. Name the spreadsheet to import.`);
    if (found.size > largestFile) {
      throw new SheetFault(`${basename(file)} is larger than 20 MB; an archive of shows never is.`);
    }
    return await readFile(file);
  } catch (error) {
    if (error instanceof SheetFault) throw error;
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') throw new SheetFault(`There is no file ${file}.`);
    throw new SheetFault(`${file} can’t be read (${code}). Check who may read it, and try again.`);
  }
}

/** Where the refused rows of `FILE.csv` and `FILE.xlsx` go: `FILE.rejected.csv`. */
export const rejectedFile = (file: string) => `${file.replace(/\.(csv|xlsx)$/i, '')}.rejected.csv`;

/**
 * Writes the refused rows as they were, after their line, column and reason, so that they can be corrected there and
 * imported again; without any, deletes an older list.
 * @returns whether it was written: the import stands even if its folder isn't writable
 */
export async function keepRefusals(
  file: string,
  headings: Headings<Column>,
  refused: readonly RefusedRow[],
): Promise<boolean> {
  const target = rejectedFile(file);
  const unfinished = `${target}.part`;
  try {
    if (refused.length === 0) {
      await rm(target, { force: true });
      return true;
    }
    await writeFile(unfinished, refusalsAsCsv(headings, refused));
    await rename(unfinished, target);
    return true;
  } catch {
    await rm(unfinished, { force: true }).catch(() => undefined);
    return false;
  }
}

function refusalsAsCsv(headings: Headings<Column>, refused: readonly RefusedRow[]): string {
  // A corrected list that is imported again has these columns already.
  const own = headings.names.map((name) => !refusalHeadings.includes(name.toLowerCase()));
  const rows = refused.map(({ line, column, reason, cells }) => [
    String(line),
    column,
    reason,
    ...cells.filter((_, place) => own[place] ?? true),
  ]);
  const head = [...refusalHeadings, ...headings.names.filter((_, place) => own[place])];
  return csvForSpreadsheets([head, ...rows]);
}
