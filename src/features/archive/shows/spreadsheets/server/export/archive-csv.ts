import { formatCsv, formatCsvRows } from '#platform/server/formats/csv.ts';
import type { NewCredit, NewShow } from '../../../incoming-show.ts';
import { formatCreditLines } from '../../../notations/parse-credits.ts';
import { formatPartialDate } from '../../../partial-dates.ts';
import { getFirstDate, getLastDate } from '../../../run.ts';
import type { ArchiveColumn } from '../import/headers.ts';

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
export function formatArchiveCsv(shows: readonly NewShow[]): string {
  const steps = formatArchiveCsvInSteps(shows);
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}
