import { rename, rm, writeFile } from 'node:fs/promises';
import type { Database, DbReader } from '#platform/server/database/index.ts';
import { formatCsv, formatCsvRows } from '#platform/server/formats/csv.ts';
import { SheetError } from '#platform/server/formats/sheet.ts';
import { runToCompletion } from '#platform/shared/run-to-completion.ts';
import type { NewCredit, NewShow } from '../../fields.ts';
import { formatCreditLines } from '../../notations/parse-credits.ts';
import { formatPartialDate } from '../../partial-dates.ts';
import { getFirstDate, getLastDate } from '../../run.ts';
import { fromFactColumns } from '../../server/store.ts';
import type { ArchiveColumn } from './import/parse-show-row.ts';

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
export async function exportShowsToFile(db: Database, file: string): Promise<number> {
  const shows = await listShowsForExport(db.read);
  const unfinished = `${file}.part`;
  try {
    await writeFile(unfinished, formatArchiveCsv(shows));
    await rename(unfinished, file);
  } catch (error) {
    await rm(unfinished, { force: true }).catch(() => undefined);
    const { code } = error as NodeJS.ErrnoException;
    throw new SheetError(
      `Can’t write ${file} (${code}). Check the folder’s permissions and the space left on the disk.`,
    );
  }
  return shows.length;
}

/**
 * Lists every show in the form that the import reads, sorted by first performance and title, with its credits in
 * billing order. For people whose credits show only their present name, the list has no other name, because the file
 * may be passed on without their credit style.
 */
export async function listShowsForExport(db: DbReader): Promise<NewShow[]> {
  const shows = await db
    .selectFrom('show')
    .selectAll()
    .orderBy('first_date')
    .orderBy('title_key')
    .orderBy('company')
    .orderBy('import_key')
    .orderBy('id')
    .execute();
  const credits = await db
    .selectFrom('credit')
    .innerJoin('person', 'person.id', 'credit.person_id')
    .select([
      'credit.show_id',
      'credit.kind',
      'credit.role',
      'credit.ord',
      'credit.printed_as',
      'person.name',
      'person.credit_style',
    ])
    .orderBy('credit.ord')
    .orderBy('credit.role')
    .orderBy('credit.place')
    .orderBy('person.name_key')
    .orderBy('credit.printed_as')
    .orderBy('credit.id')
    .execute();
  const byShow = new Map<string, NewCredit[]>(shows.map((show) => [show.id, []]));
  for (const { show_id, kind, role, ord, printed_as, name, credit_style } of credits) {
    const as = credit_style === 'new_only' ? '' : printed_as;
    byShow.get(show_id)?.push({ person: name, as, kind, role, order: ord });
  }
  return shows.map(({ id, title_key: _, created_at: __, updated_at: ___, archived_at, revived_by: ____, ...show }) => ({
    ...show,
    archived: archived_at !== null,
    ...fromFactColumns(show),
    credits: byShow.get(id) ?? [],
  }));
}
