import { readSheet, type SheetContent } from '#platform/server/formats/read-sheet.ts';
import type { SheetKind } from '#platform/server/formats/sheet.ts';
import { type Column, hasHeadings, readHeadings } from './headers.ts';

/** A whole archive is under 1 MB; what is over 20 MB is another file, or a broken one. */
export const largestFile = 20 * 1024 * 1024;

/** What a spreadsheet of shows has in it. */
export type Archive = SheetContent<Column>;

const archive: SheetKind<Column> = {
  hasHeadings,
  readHeadings,
  mostBytes: largestFile,
  // A village's society has put on a thousand shows in a hundred years
  mostRows: 20_000,
  tooLarge: 'The file is larger than 20 MB; an archive of shows never is.',
  noText: 'The file is not text but something else. Save the archive as .xlsx or as “CSV UTF-8”.',
  inParts: 'Import it in parts, some years at a time.',
};

/**
 * Reads an archive: CSV, or an Excel workbook.
 * @throws SheetFault when the file as a whole can't be read
 */
export const readArchive = (bytes: Uint8Array): Promise<Archive> => readSheet(bytes, archive);
