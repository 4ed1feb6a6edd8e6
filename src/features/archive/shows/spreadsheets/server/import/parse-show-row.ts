import { isActionUrl } from '#platform/shared/calls/action-url.ts';
import { type CellReader, RowError } from '#platform/shared/calls/imports.ts';
import type { CalendarDate, DateWithPrecision } from '#platform/shared/dates/dates.ts';
import { cleanBlock, cleanLine } from '#platform/shared/text/clean-line.ts';
import { cleanAuthor, parseYesNo } from '../../../clean-fields.ts';
import { POSTER_COUNT } from '../../../fields.ts';
import type { NewCredit, NewShow } from '../../../incoming-show.ts';
import { isEndBeforeStart, parseWrittenDate } from '../../../partial-dates.ts';
import { splitPeople } from '../../../split-people.ts';
import { type ArchiveColumn, crewColumns } from './headers.ts';
import { computeImportKey } from './import-key.ts';

/*
 * Cast and crew in one cell of our export, one credit per line: "1 | Hamlet | Ann Hale", and with another printed name,
 * "1 | Hamlet | Ann Hale | as Ann Stott". A bar inside a role or name is written \|.
 */
const escapeBars = (text: string) => text.replace(/[\\|]/g, '\\$&');
const unescapeBars = (text: string) => text.replace(/\\([\\|])/g, '$1');

/** Formats the credits of one kind as lines. */
export function formatCreditLines(credits: readonly NewCredit[]): string {
  return credits
    .map(({ order, role, person, as }) => {
      const parts = [String(order), escapeBars(role), escapeBars(person)];
      return (as === '' ? parts : [...parts, `as ${escapeBars(as)}`]).join(' | ');
    })
    .join('\n');
}

/**
 * Parses the output of `formatCreditLines`; returns the first line that is not a credit as a string. Blank lines are
 * skipped.
 */
function parseCreditLines(cell: string, kind: NewCredit['kind']): NewCredit[] | string {
  const credits: NewCredit[] = [];
  for (const line of cell.split(/\r\n?|\n/)) {
    if (line.trim() === '') continue;
    const [order = '', role = '', person = '', as = '', ...more] = split(line);
    const whole = /^-?\d{1,9}$/.test(order) && person !== '' && more.length === 0 && /^(?:$|as\s)/.test(as);
    if (!whole) return line.trim();
    credits.push({ person, as: as.replace(/^as\s+/, ''), kind, role, order: Number(order) });
  }
  return credits;
}

/** Splits a line at its bars, except for bars after a backslash. */
function split(line: string): string[] {
  return (line.match(/(?:^|\|)((?:\\.|[^\\|])*)/g) ?? []).map((part) => unescapeBars(part.replace(/^\|/, '').trim()));
}

export const MAX_LINE_LENGTH = 1_000;
export const MAX_DESCRIPTION_LENGTH = 100_000;
/** The maximum number of a show's directors, or of its stage managers. */
const mostNamed = 200;
/** The maximum number of credits, the same as on a show's own page. */
const mostCredits = 5_000;

type Cells = CellReader<ArchiveColumn>;

/**
 * Parses the show that a row of an archive describes.
 * @throws RowError naming the column that can't be read
 */
export function parseShowRow(cell: Cells): NewShow {
  const line = (column: ArchiveColumn, clean: (text: string) => string = cleanLine) => {
    const text = clean(cell(column));
    if (text.length > MAX_LINE_LENGTH) throw new RowError(column, `longer than ${MAX_LINE_LENGTH} letters`);
    return text;
  };
  const title = line('title');
  if (title === '') throw new RowError('title', 'there is no title');
  const [first, last] = readRun(line('first performance'), line('last performance'));
  const show: NewShow = {
    title,
    subtitle: line('subtitle'),
    author: line('author', cleanAuthor),
    first_date: first.date,
    first_date_precision: first.precision,
    date: last.date,
    date_precision: last.precision,
    venue: line('venue'),
    company: line('company'),
    cancelled: readYes('cancelled', cell('cancelled')),
    poster_number: readPosterNumber(line('poster number')),
    season: line('season'),
    genre: line('genre'),
    show_type: line('show type'),
    programme: readAddress('programme', line('programme')),
    banner: readAddress('banner', line('banner')),
    noda_review: readAddress('noda review', line('noda review')),
    radio_audio: readAddress('radio audio', line('radio audio')),
    text_blob: readDescription(cell('description')),
    archived: readYes('archived', cell('archived')),
    import_key: null,
    credits: readAllCredits(cell),
  };
  return { ...show, import_key: line('import key') || computeImportKey(show) };
}

function readRun(opened: string, closed: string): [DateWithPrecision, DateWithPrecision] {
  if (opened === '' && closed === '') throw new RowError('last performance', 'there is no date');
  // One of the two dates is enough for a show with a single performance
  const first = opened === '' ? read('last performance', closed) : read('first performance', opened);
  const last = closed === '' ? first : read('last performance', closed);
  if (isEndBeforeStart(first, last)) {
    throw new RowError('last performance', `“${closed}” is before the first performance, “${opened}”`);
  }
  return [first, last];
}

function read(column: ArchiveColumn, text: string): { date: CalendarDate; precision: DateWithPrecision['precision'] } {
  const date = parseWrittenDate(text);
  if ('fault' in date) throw new RowError(column, date.fault);
  return date;
}

function readYes(column: ArchiveColumn, text: string): boolean {
  const answer = parseYesNo(text);
  if (answer === undefined) throw new RowError(column, `“${cleanLine(text)}” is neither yes nor no`);
  return answer;
}

function readPosterNumber(text: string): number {
  if (/^\d{0,3}$/.test(text)) return Number(text);
  throw new RowError('poster number', `“${text}” is not a number from 0 to ${POSTER_COUNT - 1}`);
}

/**
 * Reads a web address or a path on this site. Links to scripts, or to anything that acts when it is opened, are
 * refused.
 */
function readAddress(column: ArchiveColumn, text: string): string {
  if (isActionUrl(text))
    throw new RowError(column, `“${text}” does something when it is opened; it should be the link of a page`);
  if (text === '' || (/^https?:\/\/\S+$/i.test(text) && URL.canParse(text)) || /^\/(?![/\\])\S*$/.test(text))
    return text;
  throw new RowError(column, `“${text}” is not a web address; it should start with https://`);
}

function readDescription(text: string): string {
  const description = cleanBlock(text);
  if (description.length > MAX_DESCRIPTION_LENGTH) {
    throw new RowError('description', `longer than ${MAX_DESCRIPTION_LENGTH.toLocaleString('en-GB')} letters`);
  }
  return description;
}

function readAllCredits(cell: Cells): NewCredit[] {
  const credits = [...creditLines(cell, 'cast'), ...creditLines(cell, 'crew')];
  if (credits.length > mostCredits) throw new RowError('cast', 'more than 5,000 credits');
  const crew = new Set(credits.filter(({ kind }) => kind === 'crew').map(({ role, person }) => `${role}\n${person}`));
  for (const column of Object.keys(crewColumns) as (keyof typeof crewColumns)[]) {
    const people = splitPeople(cell(column));
    if (people.length > mostNamed) throw new RowError(column, `more than ${mostNamed} names`);
    for (const person of people) {
      if (person.length > MAX_LINE_LENGTH) throw new RowError(column, `longer than ${MAX_LINE_LENGTH} letters`);
      const { role, order } = crewColumns[column];
      if (!crew.has(`${role}\n${person}`)) credits.push({ person, as: '', kind: 'crew', role, order });
    }
  }
  return credits;
}

function creditLines(cell: Cells, kind: 'cast' | 'crew'): NewCredit[] {
  const credits = parseCreditLines(cell(kind), kind);
  if (typeof credits === 'string') {
    throw new RowError(kind, `“${credits}” is not a credit; write order | role | name`);
  }
  return credits.map((credit) => {
    const [person, as, role] = [cleanLine(credit.person), cleanLine(credit.as), cleanLine(credit.role)];
    if (person === '') throw new RowError(kind, `there is no name for “${role}”`);
    if ([person, as, role].some((text) => text.length > MAX_LINE_LENGTH)) {
      throw new RowError(kind, `a role or a name is longer than ${MAX_LINE_LENGTH} letters`);
    }
    return { ...credit, person, as, role };
  });
}
