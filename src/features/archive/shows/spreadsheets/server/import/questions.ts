import type { SheetView } from '#platform/server/imports/import-kind.ts';
import { askNumericDates, getNumericDates } from '#platform/shared/calls/everyday-dates.ts';
import type { ImportQuestion } from '#platform/shared/calls/imports.ts';
import { formatDateRange } from '#platform/shared/dates/dates.ts';
import { hasCommaList } from '../../../notations/parse-credits.ts';
import { turnName } from '../../../notations/split-people.ts';
import {
  type DateReading,
  defaultDateReading,
  findDateAmbiguity,
  findNumericDateOrder,
  findYearPairMeaning,
  parseWrittenRun,
} from '../../../notations/written-run.ts';
import { type ArchiveColumn, crewColumns } from './headers.ts';
import type { ArchiveReading } from './parse-show-row.ts';

type Sheet = SheetView<ArchiveColumn>;

/** The maximum number of cells that a question shows. */
const maxExamples = 3;

const dateColumns: readonly ArchiveColumn[] = ['first performance', 'last performance', 'year'];
const peopleColumns = [...Object.keys(crewColumns), 'cast', 'crew'] as ArchiveColumn[];

/** Lists the distinct cells of some columns. */
const cellsOf = (sheet: Pick<Sheet, 'list'>, columns: readonly ArchiveColumn[]) => [
  ...new Set(columns.flatMap((column) => sheet.list(column)).map((cell) => cell.trim())),
];

/** Returns true for a title that means there was no show: "No show". */
export const isNoShow = (title: string): boolean =>
  /^[\s([]*(?:there (?:was|were) )?no (?:shows?|productions?|performances?|plays?)\b/i.test(title) ||
  /^[\s([]*(?:none|nil|n\/a|dark|nothing)[\s)\].]*$/i.test(title);

/** Returns true for a title that seems to continue in the next row: "Trial by Jury and". */
export const isUnfinishedTitle = (title: string): boolean => /\S(?:\s+(?:and|with|plus)|\s*[&+,])\s*$/i.test(title);

/** Returns the indexes, from 0, of the rows whose title continues in the next row, which has no date. */
export function findDoubleBills(sheet: Pick<Sheet, 'list' | 'has'>): Set<number> {
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
export function findArchiveQuestions(sheet: Omit<Sheet, 'answers'>): ImportQuestion[] {
  if (sheet.has('import key')) return [];
  const questions = [askYearPairs(sheet), askDates(sheet), askCommas(sheet), askNoShows(sheet), askDoubleBills(sheet)];
  return questions.filter((question) => question !== undefined);
}

const label = (text: string, reading: Partial<DateReading>) => {
  const run = parseWrittenRun(text, { ...defaultDateReading, ...reading });
  return 'fault' in run ? text : formatDateRange(run.first, run.last);
};

function askYearPairs(sheet: Pick<Sheet, 'list'>): ImportQuestion | undefined {
  const cells = cellsOf(sheet, dateColumns);
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
      { value: 'season', label: `Seasons: ${example} is ${label(example, { yearPairs: 'season' })}` },
      { value: 'month', label: `Months: ${example} is ${label(example, { yearPairs: 'month' })}` },
    ],
    answer: isMonths ? 'month' : 'season',
  };
}

const askDates = (sheet: Pick<Sheet, 'list'>): ImportQuestion | undefined =>
  askNumericDates(cellsOf(sheet, dateColumns), {
    findOrder: (cell) => (findDateAmbiguity(cell) === 'numeric date' ? 'either' : findNumericDateOrder(cell)),
    format: (cell, numericDates) => label(cell, { numericDates }),
  });

function askCommas(sheet: Pick<Sheet, 'list'>): ImportQuestion | undefined {
  const cells = cellsOf(sheet, peopleColumns);
  const ambiguous = cells.filter((cell) => turnName(cell) !== undefined);
  const [example = ''] = ambiguous;
  if (example === '') return undefined;
  return {
    key: 'commas',
    question: 'Is a name such as this one person, with the surname first, or two people?',
    examples: ambiguous.slice(0, maxExamples),
    options: [
      { value: 'surname first', label: `One person: ${turnName(example)}` },
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
    question: 'These titles seem to go on in the row below, which has no date. What are they?',
    examples: [first, ...more].slice(0, maxExamples).map((place) => titles[place] ?? ''),
    options: [
      { value: 'join', label: `One show: “${both}”` },
      { value: 'separate', label: 'Separate shows: leave out the rows without a date' },
    ],
    answer: 'join',
  };
}

/** Converts the answers to an archive's questions to options for reading it. */
export function toArchiveReading(
  sheet: Pick<Sheet, 'answers' | 'has'>,
  here: readonly string[],
  toKey: (name: string) => string,
): ArchiveReading {
  const known = new Set(here.map(toKey));
  const { answers } = sheet;
  return {
    dates: {
      yearPairs: answers.get('years') === 'month' || sheet.has('import key') ? 'month' : 'season',
      numericDates: getNumericDates(answers),
    },
    credits: {
      commas: answers.get('commas') === 'list' || sheet.has('import key') ? 'list' : 'surname first',
      isKnownName: (name) => known.has(toKey(name)),
    },
  };
}
