import { type CsvContent, readCsv } from '#platform/server/formats/read-csv.ts';
import { type Column, hasHeadings, readHeadings } from './headers.ts';

/** A whole archive is under 1 MB; what is over 20 MB is another file, or a broken one. */
export const largestFile = 20 * 1024 * 1024;

/** What a CSV file of shows has in it. */
export type Archive = CsvContent<Column>;

/**
 * Reads an archive.
 * @throws CsvFault when the file as a whole can't be read
 */
export const readArchive = (bytes: Uint8Array): Archive =>
  readCsv(bytes, {
    hasHeadings,
    readHeadings,
    mostBytes: largestFile,
    // A village's society has put on a thousand shows in a hundred years
    mostRows: 20_000,
    tooLarge: 'The file is larger than 20 MB; an archive of shows never is.',
    noText: 'The file is not text but something else. Save the archive as “CSV UTF-8”.',
    inParts: 'Import it in parts, some years at a time.',
  });
