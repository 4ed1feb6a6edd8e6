import { cellOf, type RefusedRow } from '#platform/server/formats/read-sheet.ts';
import { type Headings, SheetError } from '#platform/server/formats/sheet.ts';
import type { NewShow } from '../../../incoming-show.ts';
import { findSimilarNames, nameKey } from '../../../people/similar-names.ts';
import type { ArchiveColumn } from './headers.ts';
import { parseShowRow, RowError } from './parse-show-row.ts';
import { type Archive, readArchive } from './read-archive.ts';

/** Twenty to each of the most shows that an archive may have. */
const mostCredits = 400_000;

/** The content of an archive of shows. */
interface ReadShows {
  headings: Headings<ArchiveColumn>;
  shows: NewShow[];
  /** In the order of the file. */
  refused: RefusedRow[];
  /** Names in the file that are near another one, in the file or among existing people. */
  nearNames: [string, string][];
}

/**
 * Parses an archive, given the names of existing people.
 * @throws SheetFault if it can't be used as a whole
 */
export async function parseArchive(bytes: Uint8Array, here: readonly { name: string }[]): Promise<ReadShows> {
  const archive = await readArchive(bytes);
  const { shows, refused } = parseRows(archive);
  return { headings: archive.headings, shows, refused, nearNames: nearNamesOf(shows, here) };
}

/** Parses the shows of an archive, and its refused rows. */
export function parseRows({ headings, rows, refused }: Archive): { shows: NewShow[]; refused: RefusedRow[] } {
  const shows: NewShow[] = [];
  const refusals = [...refused];
  const lines = new Map<string | null, number>();
  let credits = 0;
  for (const row of rows) {
    try {
      const show = parseShowRow((column) => cellOf(headings, row, column));
      const earlier = lines.get(show.import_key);
      if (earlier !== undefined) throw new RowError('title', `line ${earlier} has the same show`);
      lines.set(show.import_key, row.line);
      shows.push(show);
      credits += show.credits.length;
    } catch (error) {
      if (!(error instanceof RowError)) throw error;
      const column = headings.names[headings.places.get(error.column) ?? -1] ?? error.column;
      refusals.push({ ...row, column, reason: error.message });
    }
    if (credits > mostCredits) {
      throw new SheetError(
        `The file has more than ${mostCredits.toLocaleString('en-GB')} credits. Import it in parts, some years at a time.`,
      );
    }
  }
  return { shows, refused: refusals.sort((a, b) => a.line - b.line) };
}

function nearNamesOf(shows: readonly NewShow[], here: readonly { name: string }[]): [string, string][] {
  const names = shows.flatMap((show) => show.credits.map((credit) => credit.person));
  const inFile = new Set(names.map(nameKey));
  const pairs = findSimilarNames([...here.map((person) => person.name), ...names]);
  return pairs.filter((pair) => pair.some((name) => inFile.has(nameKey(name))));
}
