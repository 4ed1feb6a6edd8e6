import { readSheet, type SheetContent } from '#platform/server/formats/read-sheet.ts';
import type { SheetKind } from '#platform/server/formats/sheet.ts';
import { type ArchiveColumn, hasHeadings, parseHeadings } from './headers.ts';

/** A whole archive is under 1 MB; a file over 20 MB is something else, or broken. */
export const MAX_ARCHIVE_BYTES = 20 * 1024 * 1024;

/** The content of a spreadsheet of shows. */
export type Archive = SheetContent<ArchiveColumn>;

const archive: SheetKind<ArchiveColumn> = {
  hasHeadings,
  readHeadings: parseHeadings,
  maxBytes: MAX_ARCHIVE_BYTES,
  // A village's society has put on a thousand shows in a hundred years
  mostRows: 20_000,
  tooLarge: 'The file is larger than 20 MB, which is too big for an archive of shows.',
  noText: 'This isn’t a text file. Save the archive as .xlsx or as “CSV UTF-8”.',
  splitFileHint: 'Import it in parts, some years at a time.',
};

/**
 * Reads an archive: CSV, or an Excel workbook.
 * @throws SheetFault if the file as a whole can't be read
 */
export const readArchive = (bytes: Uint8Array): Promise<Archive> => readSheet(bytes, archive);
