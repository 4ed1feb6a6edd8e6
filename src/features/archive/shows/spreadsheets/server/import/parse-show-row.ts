import { SheetError } from '#platform/server/formats/sheet.ts';
import { isActionUrl } from '#platform/shared/calls/action-url.ts';
import { type AddNote, type CellReader, RowError } from '#platform/shared/calls/imports.ts';
import { formatDateRange } from '#platform/shared/dates/dates.ts';
import { cleanLine, cleanMarkdown } from '#platform/shared/text/clean-line.ts';
import { type NewCredit, type NewShow, POSTER_COUNT } from '../../../fields.ts';
import { type CreditReadingOptions, parseCredits, toAssistantRole } from '../../../notations/parse-credits.ts';
import { parsePeople } from '../../../notations/parse-programme.ts';
import {
  type DateReadingOptions,
  defaultDateReadingOptions,
  parseWrittenRun,
  type WrittenRun,
} from '../../../notations/written-run.ts';
import { isEndBeforeStart } from '../../../partial-dates.ts';
import { computeImportKey } from './import-key.ts';

/** The crew roles with a separate column, and their order in the programme's crew list. */
export const crewColumns = {
  director: { role: 'Director', order: 1 },
  producer: { role: 'Producer', order: 1 },
  'stage manager': { role: 'Stage Manager', order: 2 },
  'musical director': { role: 'Musical Director', order: 3 },
  choreographer: { role: 'Choreographer', order: 4 },
} as const;

/** The columns by their main heading, each with its other headings. Our own export uses some of the main headings. */
export const archiveColumns = {
  title: ['show', 'show title', 'play', 'play title', 'production', 'name'],
  subtitle: ['sub title', 'tagline'],
  author: ['authors', 'written by', 'writer', 'writers', 'playwright', 'playwrights', 'by', 'author(s)'],
  director: ['directors', 'directed by', 'director(s)'],
  producer: ['producers', 'produced by', 'producer(s)'],
  'stage manager': ['stage managers', 'stage managed by', 'stage manager(s)', 'sm'],
  'musical director': ['musical directors', 'md', 'music director'],
  choreographer: ['choreographers', 'choreographed by', 'choreography'],
  'first performance': [
    'first date',
    'first night',
    'opened',
    'opening',
    'opening night',
    'start',
    'start date',
    'from',
  ],
  'last performance': [
    'last date',
    'last night',
    'closed',
    'closing',
    'closing night',
    'end',
    'end date',
    'to',
    'until',
  ],
  venue: ['theatre', 'theater', 'place', 'location', 'hall', 'where', 'stage'],
  company: ['group', 'society', 'players', 'presented by', 'club'],
  cancelled: ['canceled', 'cancelled?', 'was cancelled'],
  season: ['seasons', 'season/year'],
  genre: ['category'],
  'show type': ['type', 'kind'],
  programme: ['cover', 'cover image', 'poster'],
  'poster number': [],
  banner: ['banner image'],
  'noda review': ['review', 'noda'],
  'radio audio': ['radio', 'audio'],
  description: ['text', 'text blob', 'about', 'notes', 'synopsis'],
  cast: ['cast list', 'actors', 'performers', 'starring', 'cast members', 'played by'],
  crew: [
    ...['crew list', 'crew members', 'production team', 'production crew', 'backstage', 'backstage crew'],
    ...['technical crew', 'technical team', 'creative', 'creatives', 'creative team', 'team'],
  ],
  archived: [],
  'import key': [],
  /** The only date in the file, or else the first or last performance: `resolveDateColumn` decides. */
  date: [
    ...['dates', 'date(s)', 'when', 'performed', 'performance', 'performances', 'date of performance'],
    ...['dates of performance', 'performance date', 'performance dates', 'performance date(s)', 'run'],
  ],
  /** The only date in the file, or the year for dates without a year. */
  year: ['years', 'year(s)', 'calendar year', 'year of performance'],
} as const satisfies Record<string, readonly string[]>;

export type ArchiveColumn = keyof typeof archiveColumns;

/**
 * Decides the meaning of a column that is only called "date": the first performance if the file has no column for that,
 * otherwise the last. A column "year" is the date of a file that has no other dates.
 *
 * @throws SheetError if the file has columns for both performances besides
 */
export function resolveDateColumn(places: Map<ArchiveColumn, number>): void {
  const hasPerformances = places.has('first performance') || places.has('last performance');
  const date = places.get('date') ?? (hasPerformances ? undefined : places.get('year'));
  if (date === undefined) return;
  const meaning = (['first performance', 'last performance'] as const).find((column) => !places.has(column));
  if (meaning === undefined) {
    throw new SheetError('There is a third date column besides the first and last performance. Remove one of them.');
  }
  places.set(meaning, date);
}

const MAX_LINE_LENGTH = 1_000;
const MAX_DESCRIPTION_LENGTH = 100_000;
const longLine = `longer than ${MAX_LINE_LENGTH.toLocaleString('en-GB')} characters`;
/** The maximum number of people in one cell of a crew role's column. */
const maxNamed = 200;
/** The maximum number of credits in one cell, the same as for a whole show in its editor. */
const maxCredits = 5_000;

type Cells = CellReader<ArchiveColumn>;
type Note = AddNote<ArchiveColumn>;

/** The options for reading ambiguous cells of an archive. */
export interface ArchiveReadingOptions {
  dates: DateReadingOptions;
  credits: CreditReadingOptions;
}

export const defaultArchiveReadingOptions: ArchiveReadingOptions = {
  dates: defaultDateReadingOptions,
  credits: { commas: 'surname first' },
};

/**
 * Parses the show that a row of an archive describes. A cell that can't be read is skipped and reported with `addNote`.
 * @throws RowError naming the column, if the title or the dates can't be used
 */
export function parseShowRow(
  cell: Cells,
  reading: ArchiveReadingOptions = defaultArchiveReadingOptions,
  addNote: Note = () => undefined,
): NewShow {
  const line = (column: ArchiveColumn, clean: (text: string) => string = cleanLine) => {
    const text = clean(cell(column));
    if (text.length > MAX_LINE_LENGTH) throw new RowError(column, longLine);
    return text;
  };
  /**
   * Reads a cell. If it can't be read, notes it as skipped and returns `otherwise`, so that the show is still imported.
   */
  const read = <Value>(column: ArchiveColumn, otherwise: Value, parse: () => Value): Value => {
    try {
      return parse();
    } catch (error) {
      if (!(error instanceof RowError)) throw error;
      addNote(column, 'skipped', error.message);
      return otherwise;
    }
  };
  const text = (column: ArchiveColumn, clean?: (text: string) => string) => read(column, '', () => line(column, clean));
  const address = (column: ArchiveColumn) => read(column, '', () => readAddress(column, line(column)));
  const title = line('title');
  if (title === '') throw new RowError('title', 'there is no title');
  const season = text('season');
  const run = readRun((column) => line(column), season, reading.dates, addNote);
  const show: NewShow = {
    title,
    subtitle: text('subtitle'),
    author: text('author', cleanAuthor),
    first_date: run.first.date,
    first_date_precision: run.first.precision,
    date: run.last.date,
    date_precision: run.last.precision,
    venue: text('venue'),
    company: text('company'),
    cancelled: read('cancelled', false, () => readYes('cancelled', cell('cancelled'))),
    poster_number: read('poster number', 0, () => readPosterNumber(line('poster number'))),
    season: season || run.season,
    genre: text('genre'),
    show_type: text('show type'),
    programme: address('programme'),
    banner: address('banner'),
    noda_review: address('noda review'),
    radio_audio: address('radio audio'),
    text_blob: read('description', '', () => readDescription(cell('description'))),
    archived: read('archived', false, () => readYes('archived', cell('archived'))),
    import_key: null,
    credits: readAllCredits(cell, reading.credits, addNote),
  };
  return { ...show, import_key: text('import key') || computeImportKey(show) };
}

type Run = Pick<WrittenRun, 'first' | 'last' | 'season'>;

/** Reads the dates of a row from its performances, or else from its year, or else from its season. */
function readRun(
  line: (column: ArchiveColumn) => string,
  season: string,
  dates: DateReadingOptions,
  addNote: Note,
): Run {
  const year = line('year');
  const faults: [ArchiveColumn, string][] = [];
  const parse = (column: ArchiveColumn, written: string): WrittenRun | undefined => {
    if (written === '') return undefined;
    const run = parseWrittenRun(written, { ...dates, year });
    if (!('fault' in run)) return run;
    faults.push([column, run.fault]);
    return undefined;
  };
  const [opened, closed] = [line('first performance'), line('last performance')];
  const [from, to] = [parse('first performance', opened), parse('last performance', closed)];
  // If only one of the two columns has dates, it has the whole run: often a single performance
  let run: Run | undefined;
  if (from || to) {
    const [one, other] = [from ?? to, to ?? from];
    run = one && other && { first: one.first, last: other.last, season: one.season || other.season };
    if (from && to && run && isEndBeforeStart(run.first, run.last)) {
      throw new RowError('last performance', `“${closed}” is before the first performance, “${opened}”`);
    }
    for (const [column, written, part] of [
      ['first performance', opened, from],
      ['last performance', closed, to],
    ] as const) {
      if (part?.isUncertain) addNote(column, 'read', `“${written}” is imported as ${formatRunOf(part)}`);
    }
  }
  const byYear = run ?? parse('year', year);
  const found = byYear ?? (/\d{4}/.test(season) ? parse('season', season) : undefined);
  if (found === undefined) {
    const [column, fault] = faults[0] ?? ['last performance', 'there is no date'];
    throw new RowError(column, fault);
  }
  for (const [column, fault] of faults) addNote(column, 'skipped', fault);
  if (byYear === undefined)
    addNote('season', 'read', `there is no date, so the show is dated by its season: ${formatRunOf(found)}`);
  return found;
}

/** Formats a run with no more detail than is known: "2009–2010". */
const formatRunOf = ({ first, last }: Pick<Run, 'first' | 'last'>) => formatDateRange(first, last);

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
  const description = cleanMarkdown(text);
  if (description.length > MAX_DESCRIPTION_LENGTH) {
    throw new RowError('description', `longer than ${MAX_DESCRIPTION_LENGTH.toLocaleString('en-GB')} characters`);
  }
  return description;
}

function readAllCredits(cell: Cells, reading: CreditReadingOptions, addNote: Note): NewCredit[] {
  const columns = Object.keys(crewColumns) as (keyof typeof crewColumns)[];
  const cast = readCreditCell(cell, 'cast', reading, addNote);
  const otherCrew = readCreditCell(cell, 'crew', reading, addNote);
  // The director and others with a column of their own come before the rest of the crew, unless our own export has
  // recorded the order
  const hasOwnColumns = !otherCrew.isExported && columns.some((column) => cell(column).trim() !== '');
  const crewStart = hasOwnColumns ? Math.max(...columns.map((column) => crewColumns[column].order)) : 0;
  const credits = [
    ...cast.credits,
    ...otherCrew.credits.map((credit) => ({ ...credit, order: credit.order + crewStart })),
  ];
  const crew = new Set(credits.filter(({ kind }) => kind === 'crew').map(({ role, person }) => `${role}\n${person}`));
  for (const column of columns) {
    const written = cell(column);
    const people = parsePeople(written, reading.commas);
    const tooLong =
      people.length > maxNamed ? `more than ${maxNamed} names` : findTooLong(people.map(({ name, as }) => as || name));
    if (tooLong) {
      addNote(column, 'skipped', tooLong);
      continue;
    }
    const together = people.flatMap(({ runTogether = [] }) => runTogether);
    noteReading(column, together, 'several names', addNote);
    for (const { name, as, assists } of people) {
      const { role, order } = crewColumns[column];
      const credit = { person: name, as, kind: 'crew', role: assists ? toAssistantRole(role) : role, order } as const;
      if (!crew.has(`${credit.role}\n${name}`)) credits.push(credit);
    }
  }
  return credits;
}

const findTooLong = (texts: readonly string[]) =>
  texts.some((text) => text.length > MAX_LINE_LENGTH) ? longLine : undefined;

/** The maximum number of parts of a cell that a note names. */
const maxPartsShown = 3;
/** Quotes the beginning of a part of a cell. */
const quotePart = (text: string) => `“${text.slice(0, 80)}”`;

function noteReading(column: ArchiveColumn, texts: readonly string[], reading: string, addNote: Note): void {
  if (texts.length > 0) addNote(column, 'read', `${listParts([...new Set(texts)])}: read as ${reading}`);
}

const listParts = (parts: readonly string[]) =>
  parts.slice(0, maxPartsShown).map(quotePart).join(', ') +
  (parts.length > maxPartsShown ? ` and ${parts.length - maxPartsShown} more` : '');

function readCreditCell(
  cell: Cells,
  kind: 'cast' | 'crew',
  reading: CreditReadingOptions,
  addNote: Note,
): { credits: NewCredit[]; isExported: boolean } {
  const { credits, unread, runTogether, likelyRoles, isExported } = parseCredits(cell(kind), kind, reading);
  if (credits.length > maxCredits) {
    addNote(kind, 'skipped', `more than ${maxCredits.toLocaleString('en-GB')} credits`);
    return { credits: [], isExported };
  }
  noteReading(kind, runTogether, 'several names', addNote);
  noteReading(kind, likelyRoles, 'a name and a role', addNote);
  const isTooLong = ({ person, as, role }: NewCredit) => findTooLong([person, as, role]) !== undefined;
  const isRead = credits.filter((credit) => !isTooLong(credit));
  if (isRead.length < credits.length) addNote(kind, 'skipped', `a role or a name is ${longLine}`);
  if (unread.length > 0) addNote(kind, 'skipped', `we couldn’t find a name in ${listParts(unread)}`);
  return { credits: isRead, isExported };
}

/**
 * Removes the leading "by" that programmes print: "by X, adapted by Y" becomes "X, adapted by Y"; "devised by" stays.
 */
export function cleanAuthor(text: string): string {
  return cleanLine(text).replace(/^(?:by(?:\s+|:\s*))+/i, '');
}

const yes = new Set(['yes', 'y', 'true', '1', 'x', 'cancelled', 'canceled', '✓']);
const no = new Set(['', 'no', 'n', 'false', '0', '-']);

/** Parses a yes/no cell, such as one in the column "cancelled"; undefined if the word means neither. */
export function parseYesNo(text: string): boolean | undefined {
  const word = cleanLine(text).toLowerCase();
  if (yes.has(word)) return true;
  if (no.has(word)) return false;
  return undefined;
}
