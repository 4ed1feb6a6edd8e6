import { rename, rm, writeFile } from 'node:fs/promises';
import type { Database } from '#platform/server/database/index.ts';
import { formatCsv, formatCsvRows } from '#platform/server/formats/csv.ts';
import { SheetError } from '#platform/server/formats/sheet.ts';
import { runToCompletion } from '#platform/shared/run-to-completion.ts';
import type { NewCredit, NewShow } from '../../../fields.ts';
import { formatCreditLines } from '../../../notations/parse-credits.ts';
import { formatPartialDate } from '../../../partial-dates.ts';
import { getFirstDate, getLastDate } from '../../../run.ts';
import type { ArchiveColumn } from '../import/headers.ts';
import { listShowsForExport } from './store.ts';

const creditsOf = (kind: NewCredit['kind']) => (show: NewShow) =>
  formatCreditLines(show.credits.filter((credit) => credit.kind === kind));

/** The columns of our archive file, and their values. */
const columns: [ArchiveColumn, (show: NewShow) => string][] = [
  ['title', (show) => show.title],
  ['subtitle', (show) => show.subtitle],
  ['author', (show) => show.author],
  ['first performance', (show) => formatPartialDate(getFirstDate(show))],
  ['last performance', (show) => formatPartialDate(getLastDate(show))],
  ['venue', (show) => show.venue],
  ['company', (show) => show.company],
  ['cancelled', (show) => (show.cancelled ? 'yes' : '')],
  ['season', (show) => show.season],
  ['genre', (show) => show.genre],
  ['show type', (show) => show.show_type],
  ['programme', (show) => show.programme],
  ['poster number', (show) => (show.poster_number > 0 ? `${show.poster_number}` : '')],
  ['banner', (show) => show.banner],
  ['noda review', (show) => show.noda_review],
  ['radio audio', (show) => show.radio_audio],
  ['description', (show) => show.text_blob],
  ['cast', creditsOf('cast')],
  ['crew', creditsOf('crew')],
  ['archived', (show) => (show.archived ? 'yes' : '')],
  ['import key', (show) => show.import_key ?? ''],
];

/** The number of shows formatted in one step, which takes some milliseconds. */
const atOnce = 25;

/** Formats shows in steps as a CSV file that spreadsheets can open and from which the import reads the same shows. */
export function* formatArchiveCsvInSteps(shows: readonly NewShow[]): Generator<undefined, string> {
  let csv = formatCsv([columns.map(([column]) => column)]);
  for (let from = 0; from < shows.length; from += atOnce) {
    const rows = shows.slice(from, from + atOnce).map((show) => columns.map(([, cell]) => cell(show)));
    csv += formatCsvRows(rows);
    yield;
  }
  return csv;
}

/** Formats the CSV of `formatArchiveCsvInSteps` without pauses, for the command line. */
export const formatArchiveCsv = (shows: readonly NewShow[]): string => runToCompletion(formatArchiveCsvInSteps(shows));

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
