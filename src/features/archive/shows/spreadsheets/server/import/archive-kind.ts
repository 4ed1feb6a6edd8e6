import { SheetError } from '#platform/server/formats/sheet.ts';
import type { ImportKind, SheetColumnReader } from '#platform/server/imports/import-reader.ts';
import { type AddNote, type ImportQuestion, RowError } from '#platform/shared/calls/imports.ts';
import { findNumericDateQuestion, getDayMonthOrder } from '#platform/shared/calls/list-dates.ts';
import { formatDateRange } from '#platform/shared/dates/dates.ts';
import { cleanLine } from '#platform/shared/text/clean-line.ts';
import type { NewShow } from '../../../fields.ts';
import { hasCommaList } from '../../../notations/parse-credits.ts';
import { putGivenNameFirst } from '../../../notations/parse-programme.ts';
import {
  type DateReadingOptions,
  defaultDateReadingOptions,
  findDateAmbiguity,
  findNumericDateOrder,
  findYearPairMeaning,
  parseWrittenRun,
} from '../../../notations/written-run.ts';
import { buildNameKey, findSimilarNamePairs } from '../../../people/similar-names.ts';
import { extendImportKey, findDistinguishingField } from './import-key.ts';
import {
  type ArchiveColumn,
  type ArchiveReadingOptions,
  archiveColumns,
  crewColumns,
  parseShowRow,
  resolveDateColumn,
} from './parse-show-row.ts';

/**
 * The maximum size of an archive file. A whole archive is under 1 MB, so a file over 20 MB is broken or isn't an
 * archive.
 */
export const MAX_ARCHIVE_BYTES = 20 * 1024 * 1024;

/** The maximum number of credits: twenty for each of the maximum number of shows. */
const maxCredits = 400_000;

/** The maximum number of pairs of similar names shown, because more would be unreadable. */
const maxPairsShown = 500;

/** The people whom the site has before an archive is read. */
export interface ExistingPeople {
  names: readonly string[];
}

/** Names in the file that are similar to other names, in the file or among existing people. */
export interface SimilarNames {
  near: number;
  /** The first pairs of similar names. */
  nearNames: [string, string][];
}

/** An archive of shows, as CSV or as an Excel workbook. */
export const archiveKind: ImportKind<ArchiveColumn, NewShow, ExistingPeople, SimilarNames> = {
  columns: archiveColumns,
  required: [[['title']], [['last performance'], ['first performance'], ['date'], ['year'], ['season']]],
  repeatable: ['cast', 'crew', 'description'],
  settle: resolveDateColumn,
  subject: 'an archive of shows',
  maxBytes: MAX_ARCHIVE_BYTES,
  // Twenty times the number of shows (a thousand) that a society puts on in a hundred years
  maxRows: 20_000,
  findQuestions: findArchiveQuestions,
  createRowParser(existing, sheet) {
    const reading = toArchiveReading(sheet, existing.names, buildNameKey);
    const doubleBills = sheet.answers.get('double bills') === 'join' ? findDoubleBills(sheet) : new Set<number>();
    const titles = sheet.list('title').map(cleanLine);
    const earlier = new Map<string, { line: number; show: NewShow }[]>();
    let credits = 0;
    let place = -1;
    return (cell, line, addNote) => {
      place += 1;
      const title = titles[place] ?? '';
      if (doubleBills.has(place - 1)) {
        throw new RowError('title', `imported with the row above, as “${titles[place - 1]} ${title}”`, {
          isPartOfAnother: true,
        });
      }
      if (isNoShow(title) && sheet.answers.get('no shows') === 'skip') {
        throw new RowError('title', `“${title}” says that there was no show`);
      }
      if (isUnfinishedTitle(title) && !doubleBills.has(place)) {
        addNote('title', 'check', `“${title}” looks like the first half of a title`);
      }
      const whole = doubleBills.has(place) ? `${title} ${titles[place + 1]}` : undefined;
      const show = parseShowRow((column) => (column === 'title' && whole ? whole : cell(column)), reading, addNote);
      distinguishFromEarlier(show, line, earlier, addNote);
      credits += show.credits.length;
      if (credits <= maxCredits) return show;
      throw new SheetError(
        `The file has more than ${maxCredits.toLocaleString('en-GB')} credits. Split it into smaller files and import each one.`,
      );
    };
  },
  summarise(shows, existing) {
    const names = shows.flatMap((show) => show.credits.map((credit) => credit.person));
    const inFile = new Set(names.map(buildNameKey));
    const pairs = findSimilarNamePairs([...existing.names, ...names]).filter((pair) =>
      pair.some((name) => inFile.has(buildNameKey(name))),
    );
    return { near: pairs.length, nearNames: pairs.slice(0, maxPairsShown) };
  },
};

/**
 * Gives a show its own key if it has the title, date and company of an earlier row, but another season, venue or
 * director.
 * @throws RowError if the two shows don't differ
 */
function distinguishFromEarlier(
  show: NewShow,
  line: number,
  earlier: Map<string, { line: number; show: NewShow }[]>,
  addNote: AddNote<ArchiveColumn>,
): void {
  const key = show.import_key ?? '';
  const same = earlier.get(key) ?? [];
  earlier.set(key, [...same, { line, show }]);
  const [first] = same;
  if (first === undefined) return;
  const alike = same.find(({ show: other }) => findDistinguishingField(show, other) === undefined);
  const difference = findDistinguishingField(show, first.show);
  if (alike || difference === undefined) throw new RowError('title', describeDouble(show, alike ?? first));
  const extended = extendImportKey(show, difference);
  if (earlier.has(extended)) throw new RowError('title', `line ${earlier.get(extended)?.[0]?.line} has the same show`);
  earlier.set(extended, [{ line, show }]);
  show.import_key = extended;
  addNote(
    'title',
    'read',
    `line ${first.line} has the same title and date, but another ${difference}, so this row is a separate show`,
  );
}

/** Says which earlier row has the same show, and what to do if the later row names more people. */
function describeDouble(show: NewShow, { line, show: earlier }: { line: number; show: NewShow }): string {
  const known = new Set(earlier.credits.map(({ person }) => buildNameKey(person)));
  const hasMore = show.credits.some(({ person }) => !known.has(buildNameKey(person)));
  const advice = '; to add the other people in this row, import the file of rejected rows afterwards';
  return `line ${line} has the same show${hasMore ? advice : ''}`;
}

type Sheet = SheetColumnReader<ArchiveColumn>;

/** The maximum number of cells that a question shows. */
const maxExamples = 3;

const dateColumns: readonly ArchiveColumn[] = ['first performance', 'last performance', 'year'];
const peopleColumns = [...Object.keys(crewColumns), 'cast', 'crew'] as ArchiveColumn[];

/** Lists the distinct cells of some columns. */
const listDistinctCells = (sheet: Pick<Sheet, 'list'>, columns: readonly ArchiveColumn[]) => [
  ...new Set(columns.flatMap((column) => sheet.list(column)).map((cell) => cell.trim())),
];

/** Returns true for a title that means there was no show: "No show". */
const isNoShow = (title: string): boolean =>
  /^[\s([]*(?:there (?:was|were) )?no (?:shows?|productions?|performances?|plays?)\b/i.test(title) ||
  /^[\s([]*(?:none|nil|n\/a|dark|nothing)[\s)\].]*$/i.test(title);

/** Returns true for a title that seems to continue in the next row: "Trial by Jury and". */
const isUnfinishedTitle = (title: string): boolean => /\S(?:\s+(?:and|with|plus)|\s*[&+,])\s*$/i.test(title);

/** Returns the indexes, from 0, of the rows whose title continues in the next row, which has no date. */
function findDoubleBills(sheet: Pick<Sheet, 'list' | 'has'>): Set<number> {
  const columns = dateColumns.filter((column) => sheet.has(column)).map((column) => sheet.list(column));
  const hasDate = (place: number) => columns.some((cells) => (cells[place] ?? '').trim() !== '');
  const titles = sheet.list('title');
  return new Set(
    titles.flatMap((title, place) =>
      isUnfinishedTitle(title) && (titles[place + 1] ?? '').trim() !== '' && !hasDate(place + 1) ? [place] : [],
    ),
  );
}

/** Finds the questions that an archive's cells raise. Our own export raises none. */
function findArchiveQuestions(sheet: Omit<Sheet, 'answers'>): ImportQuestion[] {
  if (sheet.has('import key')) return [];
  const questions = [askYearPairs(sheet), askDates(sheet), askCommas(sheet), askNoShows(sheet), askDoubleBills(sheet)];
  return questions.filter((question) => question !== undefined);
}

const formatRunLabel = (text: string, reading: Partial<DateReadingOptions>) => {
  const run = parseWrittenRun(text, { ...defaultDateReadingOptions, ...reading });
  return 'fault' in run ? text : formatDateRange(run.first, run.last);
};

function askYearPairs(sheet: Pick<Sheet, 'list'>): ImportQuestion | undefined {
  const cells = listDistinctCells(sheet, dateColumns);
  const ambiguous = cells.filter((cell) => findDateAmbiguity(cell) === 'year pair');
  const [example] = ambiguous;
  if (example === undefined) return undefined;
  const clear = cells.map(findYearPairMeaning);
  const isMonths = clear.includes('month') && !clear.includes('season');
  return {
    key: 'years',
    question: 'Are these seasons or months?',
    examples: ambiguous.slice(0, maxExamples),
    options: [
      { value: 'season', label: `Seasons: ${example} is ${formatRunLabel(example, { yearPairs: 'season' })}` },
      { value: 'month', label: `Months: ${example} is ${formatRunLabel(example, { yearPairs: 'month' })}` },
    ],
    answer: isMonths ? 'month' : 'season',
  };
}

const askDates = (sheet: Pick<Sheet, 'list'>): ImportQuestion | undefined =>
  findNumericDateQuestion(listDistinctCells(sheet, dateColumns), {
    findOrder: (cell) => (findDateAmbiguity(cell) === 'numeric date' ? 'either' : findNumericDateOrder(cell)),
    format: (cell, numericDates) => formatRunLabel(cell, { numericDates }),
  });

function askCommas(sheet: Pick<Sheet, 'list'>): ImportQuestion | undefined {
  const cells = listDistinctCells(sheet, peopleColumns);
  const ambiguous = cells.filter((cell) => putGivenNameFirst(cell) !== undefined);
  const [example = ''] = ambiguous;
  if (example === '') return undefined;
  return {
    key: 'commas',
    question: 'Does a name such as this mean one person, with the surname first, or two people?',
    examples: ambiguous.slice(0, maxExamples),
    options: [
      { value: 'surname first', label: `One person: ${putGivenNameFirst(example)}` },
      { value: 'list', label: `Two people: ${example.replace(/\s*,\s*/, ' and ')}` },
    ],
    answer: cells.some(hasCommaList) ? 'list' : 'surname first',
  };
}

function askNoShows(sheet: Pick<Sheet, 'list'>): ImportQuestion | undefined {
  const titles = sheet.list('title').filter(isNoShow);
  if (titles.length === 0) return undefined;
  return {
    key: 'no shows',
    question: 'These rows seem to say that there was no show. What should happen to them?',
    examples: [...new Set(titles)].slice(0, maxExamples),
    options: [
      { value: 'skip', label: 'Leave them out' },
      { value: 'import', label: 'Import them as shows' },
    ],
    answer: 'skip',
  };
}

function askDoubleBills(sheet: Pick<Sheet, 'list' | 'has'>): ImportQuestion | undefined {
  const titles = sheet.list('title').map((title) => title.trim());
  const [first, ...more] = findDoubleBills(sheet);
  if (first === undefined) return undefined;
  const both = `${titles[first]} ${titles[first + 1]}`;
  return {
    key: 'double bills',
    question: 'These titles seem to continue in the row below, which has no date. Are the two rows one show?',
    examples: [first, ...more].slice(0, maxExamples).map((place) => titles[place] ?? ''),
    options: [
      { value: 'join', label: `One show: “${both}”` },
      { value: 'separate', label: 'Separate shows: leave out the rows without a date' },
    ],
    answer: 'join',
  };
}

/** Converts the answers to an archive's questions to options for reading it. */
function toArchiveReading(
  sheet: Pick<Sheet, 'answers' | 'has'>,
  here: readonly string[],
  toKey: (name: string) => string,
): ArchiveReadingOptions {
  const known = new Set(here.map(toKey));
  const { answers } = sheet;
  return {
    dates: {
      yearPairs: answers.get('years') === 'month' || sheet.has('import key') ? 'month' : 'season',
      numericDates: getDayMonthOrder(answers),
    },
    credits: {
      commas: answers.get('commas') === 'list' || sheet.has('import key') ? 'list' : 'surname first',
      isKnownName: (name) => known.has(toKey(name)),
    },
  };
}
