import { csvForSpreadsheets } from '#platform/server/formats/csv.ts';
import type { NewCredit, NewShow } from '../../incoming-show.ts';
import { firstOf, lastOf } from '../../run.ts';
import { writeDate } from '../../written-dates.ts';
import { writeCredits } from '../import/credit-lines.ts';
import type { Column } from '../import/headers.ts';

const creditsOf = (kind: NewCredit['kind']) => (show: NewShow) =>
  writeCredits(show.credits.filter((credit) => credit.kind === kind));

/** The columns of our own archive, and what stands in them. */
const columns: [Column, (show: NewShow) => string][] = [
  ['title', (show) => show.title],
  ['subtitle', (show) => show.subtitle],
  ['author', (show) => show.author],
  ['first performance', (show) => writeDate(firstOf(show))],
  ['last performance', (show) => writeDate(lastOf(show))],
  ['venue', (show) => show.venue],
  ['company', (show) => show.company],
  ['cancelled', (show) => (show.cancelled ? 'yes' : '')],
  ['season', (show) => show.season],
  ['genre', (show) => show.genre],
  ['show type', (show) => show.show_type],
  ['programme', (show) => show.programme],
  ['banner', (show) => show.banner],
  ['noda review', (show) => show.noda_review],
  ['radio audio', (show) => show.radio_audio],
  ['description', (show) => show.text_blob],
  ['cast', creditsOf('cast')],
  ['crew', creditsOf('crew')],
  ['import key', (show) => show.import_key ?? ''],
];

/** Shows as a CSV file that spreadsheets open, and that the import reads back as the same shows. */
export function archiveAsCsv(shows: readonly NewShow[]): string {
  const rows = shows.map((show) => columns.map(([, cell]) => cell(show)));
  return csvForSpreadsheets([columns.map(([column]) => column), ...rows]);
}
