import { readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { formatRejectedRows, type RefusedRow } from '#platform/server/formats/read-sheet.ts';
import { createFileTooLargeError, SheetError } from '#platform/server/formats/sheet.ts';
import { runToCompletion } from '#platform/shared/run-to-completion.ts';
import { archiveKind } from './archive-kind.ts';

/**
 * Reads the bytes of a file to import, up to the maximum size of an archive.
 * @throws SheetError if there is no such file, or it can't be read
 */
export async function readArchiveFile(file: string): Promise<Uint8Array> {
  try {
    const found = await stat(file);
    if (!found.isFile()) throw new SheetError(`${file} is not a file. Name the spreadsheet to import.`);
    if (found.size > archiveKind.maxBytes) throw createFileTooLargeError(archiveKind);
    return await readFile(file);
  } catch (error) {
    if (error instanceof SheetError) throw error;
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') throw new SheetError(`There is no file ${file}.`);
    throw new SheetError(`Can’t read ${file} (${code}). Check its permissions and try again.`);
  }
}

/** Returns the file for the rejected rows of `FILE.csv` and `FILE.xlsx`: `FILE.rejected.csv`. */
export const rejectedFilePath = (file: string) => `${file.replace(/\.(csv|xlsx)$/i, '')}.rejected.csv`;

/**
 * Writes the rejected rows to a file, each after its line, column and reason, so that they can be corrected there and
 * imported again. If there are no rejected rows, deletes an older file.
 * @returns false if the folder isn't writable, which doesn't invalidate the import
 */
export async function writeRejectedRows(
  file: string,
  names: readonly string[],
  refused: readonly RefusedRow[],
): Promise<boolean> {
  const target = rejectedFilePath(file);
  const unfinished = `${target}.part`;
  try {
    if (refused.length === 0) {
      await rm(target, { force: true });
      return true;
    }
    await writeFile(unfinished, runToCompletion(formatRejectedRows(names, refused)));
    await rename(unfinished, target);
    return true;
  } catch {
    await rm(unfinished, { force: true }).catch(() => undefined);
    return false;
  }
}
