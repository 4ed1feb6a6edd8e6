import { SheetError } from '#platform/server/formats/sheet.ts';
import type { ImportKind } from '#platform/server/imports/import-kind.ts';
import { RowError } from '#platform/shared/calls/imports.ts';
import type { NewShow } from '../../../incoming-show.ts';
import { buildNameKey, findSimilarNames } from '../../../people/similar-names.ts';
import { type ArchiveColumn, archiveColumns, resolveDateColumn } from './headers.ts';
import { parseShowRow } from './parse-show-row.ts';

/**
 * The maximum size of an archive file. A whole archive is under 1 MB; a file over 20 MB is something else, or broken.
 */
export const MAX_ARCHIVE_BYTES = 20 * 1024 * 1024;

/** The maximum number of credits: twenty for each of the maximum number of shows. */
const mostCredits = 400_000;

/** The maximum number of pairs shown: more would be unreadable. */
const mostPairsShown = 500;

/** The context in which an archive is read. */
export interface ArchiveContext {
  /** The names of existing people. */
  here: readonly string[];
}

/** Names in the file that are similar to other names, in the file or among existing people. */
export interface SimilarNames {
  near: number;
  /** The first pairs. */
  nearNames: [string, string][];
}

/** An archive of shows, as CSV or as an Excel workbook. */
export const archiveKind: ImportKind<ArchiveColumn, NewShow, ArchiveContext, SimilarNames> = {
  columns: archiveColumns,
  required: [[['title']], [['last performance'], ['first performance'], ['date']]],
  settle: resolveDateColumn,
  subject: 'an archive of shows',
  maxBytes: MAX_ARCHIVE_BYTES,
  // Twenty times the thousand shows that a society puts on in a hundred years
  mostRows: 20_000,
  createRowParser() {
    const lines = new Map<string | null, number>();
    let credits = 0;
    return (cell, line) => {
      const show = parseShowRow(cell);
      const earlier = lines.get(show.import_key);
      if (earlier !== undefined) throw new RowError('title', `line ${earlier} has the same show`);
      lines.set(show.import_key, line);
      credits += show.credits.length;
      if (credits <= mostCredits) return show;
      throw new SheetError(
        `The file has more than ${mostCredits.toLocaleString('en-GB')} credits. Split it into smaller files and import each one.`,
      );
    };
  },
  summarise(shows, { here }) {
    const names = shows.flatMap((show) => show.credits.map((credit) => credit.person));
    const inFile = new Set(names.map(buildNameKey));
    const pairs = findSimilarNames([...here, ...names]).filter((pair) =>
      pair.some((name) => inFile.has(buildNameKey(name))),
    );
    return { near: pairs.length, nearNames: pairs.slice(0, mostPairsShown) };
  },
};
