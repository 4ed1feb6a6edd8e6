import type { DateWithPrecision } from '#platform/shared/dates/dates.ts';
import { cleanLine } from '#platform/shared/text/clean-line.ts';
import { isEndBeforeStart, isLikelySeason, parseWrittenDate } from '../partial-dates.ts';

/** The dates of a show's run, parsed from one cell of an archive. */
export interface WrittenRun {
  first: DateWithPrecision;
  last: DateWithPrecision;
  /** The season named in the text, such as "Spring 1987" or "2009/10"; "" if there is none. */
  season: string;
  /** True if the text says that its date isn't certain: "c. 1987", "early 1987". */
  isUncertain: boolean;
}

/** The options for reading ambiguous dates. */
export interface DateReadingOptions {
  /** The meaning of "2010-11", which can be a season or a month. */
  yearPairs: 'season' | 'month';
  /** The order of "06/07/2019". */
  numericDates: 'day first' | 'month first';
  /** The year for dates without a year, for example from a column for the year; "" if unknown. */
  year?: string;
}

export const defaultDateReadingOptions: DateReadingOptions = { yearPairs: 'season', numericDates: 'day first' };

/** A date in a text; some of its parts may be missing. */
interface DateParts {
  year?: number | undefined;
  month?: number | undefined;
  day?: number | undefined;
}

/**
 * The maximum length of a text that may contain dates. Longer texts are refused, because simplifying them could take
 * quadratic time.
 */
const maxCharacters = 200;

const isTooLong = (text: string) => text.length > maxCharacters;

/**
 * Parses dates such as "12–15 May 1987", "March 2 & 3, 2019", "Thurs 16th – Sat 18th March 1989", "April–May 1987",
 * "2009/10", "c. 1987" and "Spring 1987". Weekdays, times and remarks in brackets are ignored. A year stays a year, and
 * a month stays a month: nothing more precise is ever assumed.
 * @returns the run, or the fault as a clause that follows a column's name
 */
export function parseWrittenRun(
  text: string,
  reading: DateReadingOptions = defaultDateReadingOptions,
): WrittenRun | { fault: string } {
  const exact = parseWrittenDate(text);
  const isAmbiguous = findDateAmbiguity(text) !== undefined;
  if (!isAmbiguous && !('fault' in exact)) return { first: exact, last: exact, season: '', isUncertain: false };
  const fault = 'fault' in exact ? exact : { fault: `“${text}” is not a date` };
  if (isTooLong(text)) return fault;
  const { plain, isUncertain } = simplify(text);
  const run = parseSeason(plain, reading) ?? parsePoints(plain, reading);
  if (run !== undefined && !('fault' in run)) return { ...run, isUncertain };
  // Reports a year that is out of range or too short, because that is the more helpful reason
  return run === undefined || / year |four figures/.test(fault.fault) ? fault : { fault: `“${text}” ${run.fault}` };
}

/**
 * Returns the kind of ambiguity in a date: a month or a season, or the order of day and month. Returns undefined if the
 * date is clear.
 */
export function findDateAmbiguity(text: string): 'year pair' | 'numeric date' | undefined {
  if (isTooLong(text)) return undefined;
  const written = simplify(text).plain;
  const pair = /^(\d{4}) ?[-/.] ?(\d{1,2})$/.exec(written);
  if (pair) return isLikelySeason(Number(pair[1]), pair[2] ?? '') && isMonth(pair[2]) ? 'year pair' : undefined;
  const numeric = [...written.matchAll(numericDate)];
  const isEither = ([, day, , month]: RegExpMatchArray) =>
    isMonth(day) && isMonth(month) && Number(day) !== Number(month);
  return numeric.some(isEither) ? 'numeric date' : undefined;
}

/**
 * Returns the only possible order of a text's numeric dates; undefined if the text has no such dates, or if both orders
 * are possible.
 */
export function findNumericDateOrder(text: string): DateReadingOptions['numericDates'] | undefined {
  if (isTooLong(text)) return undefined;
  for (const [, first, , second] of simplify(text).plain.matchAll(numericDate)) {
    if (!isMonth(first) && isMonth(second)) return 'day first';
    if (isMonth(first) && !isMonth(second)) return 'month first';
  }
  return undefined;
}

/**
 * Returns the only possible meaning of a year and a number: a season for "2012-13", a month for "1987-04". Returns
 * undefined if both or neither are possible, or for any other text.
 */
export function findYearPairMeaning(text: string): DateReadingOptions['yearPairs'] | undefined {
  if (isTooLong(text)) return undefined;
  const pair = /^(\d{4}) ?[-/.] ?(\d{1,2})$/.exec(simplify(text).plain);
  if (!pair) return undefined;
  const isSeason = isLikelySeason(Number(pair[1]), pair[2] ?? '');
  if (isSeason === isMonth(pair[2])) return undefined;
  return isSeason ? 'season' : 'month';
}

const isMonth = (text: string | undefined) => Number(text) >= 1 && Number(text) <= 12;
const numericDate = /(?<![\d-])(\d{1,2})([-/.])(\d{1,2})\2\d{4}(?!\d)/g;

const uncertain =
  /^(?:c(?:irca|a)?\b\.?|about|around|approx(?:imately)?\.?|probably|possibly|early|mid|late|early in|late in)[\s-]*/i;
const weekdays =
  /(?<!\p{L})(?:mon|tue|tues|wed|weds|wednes|thu|thur|thurs|fri|sat|satur|sun)(?:days?)?(?!\p{L})\.?,?/giu;
const times =
  /(?:T| |^)\d{1,2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:\d{2})?\s*(?:[ap]\.?m\.?(?!\p{L}))?|(?<![\d.])\d{1,2}(?:[.:]\d{2})?\s*[ap]\.?m\.?(?!\p{L})/giu;
const remarks =
  /(?<!\p{L})(?:at|on|from|the|of|in|nightly|daily|hrs|mat(?:inee|inée)?s?|eve(?:ning)?s?|perf(?:ormance)?s?|shows?)(?!\p{L})\.?/giu;

/**
 * Removes what often surrounds dates: weekdays, times, remarks in brackets, filler words such as "at" and "nightly",
 * and words of uncertainty.
 */
function simplify(text: string): { plain: string; isUncertain: boolean } {
  const line = cleanLine(text)
    .replace(/[‐‑‒–—―−]/g, '-')
    .replace(/’/g, "'");
  const withoutRemarks = line.replace(/\([^()]*\)|\[[^[\]]*\]/g, ' ');
  // If the only year is in brackets, the brackets are not a remark
  const visible = /\d{4}/.test(withoutRemarks) ? withoutRemarks : line.replace(/[()[\]]/g, ' ');
  const dates = visible.replace(weekdays, ' ').replace(times, ' ');
  const start = dates.trim().replace(/^c(?=\d{4})/i, 'c ');
  const isUncertain = uncertain.test(start) || /\d\s*\?+$/.test(start);
  const plain = start
    .replace(uncertain, '')
    .replace(/\?+$/, '')
    .replace(remarks, ' ')
    .replace(/\s+/g, ' ')
    .replace(/^[\s,;:&+-]+|[\s,;:&+.-]+$/g, '');
  return { plain, isUncertain };
}

const seasonNames =
  'spring|summer|autumn|fall|winter|easter|christmas|xmas|whitsun|michaelmas|lent|trinity|hilary|new year|pantomime|panto|youth';
const namedSeason = new RegExp(
  `^(?:(?<before>(?:${seasonNames})(?: term| season| holidays?| festival)?)\\.?,? ?)?(?<year>\\d{4})(?: ?[-/] ?(?<end>\\d{1,2}|\\d{4}))?(?: season)?(?:,? ?(?<after>(?:${seasonNames})(?: term| season| holidays?)?))?$`,
  'i',
);

/**
 * Parses a season, a year or several years, or a year and a month: "Spring 1987", "2009/10", "Winter 1987/8",
 * "1987-1989", "1987-04"; undefined for anything else.
 */
function parseSeason(
  plain: string,
  { yearPairs }: DateReadingOptions,
): Omit<WrittenRun, 'isUncertain'> | { fault: string } | undefined {
  const { before, year = '', end, after } = namedSeason.exec(plain)?.groups ?? {};
  if (year === '') return undefined;
  const first = parseWrittenDate(year);
  if ('fault' in first) return undefined;
  const name = before ?? after ?? '';
  if (end === undefined) return { first, last: first, season: name === '' ? '' : plain };
  if (end.length === 4) {
    const last = parseWrittenDate(end);
    if ('fault' in last) return undefined;
    return end < year ? { fault: backwards } : { first, last, season: Number(end) === Number(year) + 1 ? plain : '' };
  }
  const isSeason = isLikelySeason(Number(year), end);
  if (name === '' && isMonth(end) && (!isSeason || yearPairs === 'month')) return toMonthRun(Number(year), Number(end));
  const last = parseWrittenDate(year.slice(0, 4 - end.length) + end);
  const next = parseWrittenDate(String(Number(year) + 1));
  if (isSeason && !('fault' in next)) return { first, last: next, season: plain };
  if ('fault' in last || end.length === 1 || last.date < first.date) return undefined;
  return { first, last, season: '' };
}

const toMonthRun = (year: number, month: number) => {
  const date = toDate({ year, month });
  return date === undefined || 'fault' in date ? undefined : { first: date, last: date, season: '' };
};

const backwards = 'ends before it begins';

const token =
  /(?<iso>\d{4}([-/.])\d{1,2}\2\d{1,2}(?!\d))|(?<numeric>\d{1,2}([-/.])\d{1,2}\4\d{4}(?!\d))|(?<short>\d{1,2}[/.]\d{4}(?!\d))|(?<year>\d{4}(?!\d))|(?<day>\d{1,2}(?!\d)(?:st|nd|rd|th|\.(?!\d))?(?!\p{L}))|(?<word>\p{L}+)\.?|(?<mark>[-,;&+/]+)|\s+/uy;
const joins = new Set(['to', 'and', 'until', 'till', 'til', 'through', 'thru']);

type Token = { kind: 'day' | 'month' | 'year'; value: number } | { kind: 'date'; value: DateParts };

/**
 * Parses a list or range of days or months; the run goes from the first date to the last. Refuses several years without
 * months ("1987 and 1990"). Returns undefined for text that isn't a date.
 */
function parsePoints(
  plain: string,
  reading: DateReadingOptions,
): Omit<WrittenRun, 'isUncertain'> | { fault: string } | undefined {
  const tokens = tokenise(plain, reading);
  if (tokens === undefined || tokens.length === 0) return undefined;
  const points = toPoints(tokens);
  if (points === undefined) return undefined;
  const years = points.filter(({ month }) => month === undefined);
  if (years.length > 1) return { fault: 'names several years; write one row for each show' };
  fillYears(points, reading.year ?? '');
  const dates: DateWithPrecision[] = [];
  for (const point of points) {
    const date = toDate(point);
    if (date === undefined) return { fault: 'has no year' };
    if ('fault' in date) return { fault: 'contains a date that isn’t in the calendar' };
    if (dates.some((before) => isEndBeforeStart(before, date))) return { fault: backwards };
    dates.push(date);
  }
  const [first, last] = [dates[0], dates.at(-1)];
  return first && last && { first, last, season: '' };
}

function tokenise(plain: string, { numericDates }: DateReadingOptions): Token[] | undefined {
  const tokens: Token[] = [];
  token.lastIndex = 0;
  while (token.lastIndex < plain.length) {
    const found = token.exec(plain)?.groups;
    if (!found) return undefined;
    const { iso, numeric, short, year, day, word } = found;
    if (iso) {
      const [y, m, d] = iso.split(/[-/.]/).map(Number);
      tokens.push({ kind: 'date', value: { year: y, month: m, day: d } });
    } else if (numeric) {
      const [a, b, y] = numeric.split(/[-/.]/).map(Number);
      const [d, m] = numericDates === 'day first' ? [a, b] : [b, a];
      tokens.push({ kind: 'date', value: { year: y, month: m, day: d } });
    } else if (short) {
      const [m, y] = short.split(/[/.]/).map(Number);
      tokens.push({ kind: 'month', value: m ?? 0 }, { kind: 'year', value: y ?? 0 });
    } else if (year) tokens.push({ kind: 'year', value: Number(year) });
    else if (day) tokens.push({ kind: 'day', value: Number.parseInt(day, 10) });
    else if (word && !joins.has(word.toLowerCase())) {
      const month = parseMonth(word);
      if (month === undefined) return undefined;
      tokens.push({ kind: 'month', value: month });
    }
  }
  return tokens;
}

function parseMonth(word: string): number | undefined {
  const date = parseWrittenDate(`${word} 2000`);
  return 'fault' in date ? undefined : Number(date.date.slice(5, 7));
}

/**
 * Groups the parts of dates in the order "12 May" or "May 12", whichever the text begins with. Returns undefined if the
 * text follows neither order.
 */
function toPoints(tokens: readonly Token[]): DateParts[] | undefined {
  const order = tokens.filter(({ kind }) => kind === 'day' || kind === 'month').map(({ kind }) => kind);
  const isMonthFirst = order[0] === 'month' && order[1] === 'day';
  const points: DateParts[] = [];
  let open: DateParts[] = [];
  let month: number | undefined;
  let hasDays = false;
  for (const [index, part] of tokens.entries()) {
    if (part.kind === 'date') {
      // In "12-15/05/1987", days without a month belong to the month of the date that follows
      for (const day of open) Object.assign(day, { month: part.value.month, year: part.value.year });
      open = [];
      points.push({ ...part.value });
    } else if (part.kind === 'day') {
      if (isMonthFirst) {
        if (month === undefined) return undefined;
        hasDays = true;
        points.push({ month, day: part.value });
      } else {
        const day: DateParts = { day: part.value };
        open.push(day);
        points.push(day);
      }
    } else if (part.kind === 'month') {
      if (isMonthFirst) {
        if (month !== undefined && !hasDays) return undefined;
        month = part.value;
        hasDays = false;
        if (tokens[index + 1]?.kind !== 'day') return undefined;
      } else if (open.length > 0) {
        for (const day of open) day.month = part.value;
        open = [];
      } else points.push({ month: part.value });
    } else {
      if (open.length > 0) return undefined;
      const isOfPoints = points.some((point) => point.year === undefined);
      if (isOfPoints) setYearBackwards(points, part.value);
      else points.push({ year: part.value });
      if (isMonthFirst) month = undefined;
    }
  }
  return open.length > 0 ? undefined : points;
}

/**
 * Sets the year of points that have none, from the last point backwards until a point has a year. A point whose month
 * is later than that of the next point is in the year before: in "December and January 1988", December is in 1987.
 */
function setYearBackwards(points: DateParts[], year: number): void {
  let current = year;
  let later: number | undefined;
  for (const point of points.toReversed()) {
    if (point.year !== undefined) return;
    if (later !== undefined && (point.month ?? 0) > later) current -= 1;
    point.year = current;
    later = point.month;
  }
}

function fillYears(points: DateParts[], year: string): void {
  if (/^\d{4}$/.test(year) && points.every((point) => point.year === undefined)) setYearBackwards(points, Number(year));
}

function toDate({ year, month, day }: DateParts): ReturnType<typeof parseWrittenDate> | undefined {
  if (year === undefined) return undefined;
  const two = (number: number) => String(number).padStart(2, '0');
  if (month === undefined) return parseWrittenDate(String(year));
  return parseWrittenDate(day === undefined ? `${year}-${two(month)}` : `${year}-${two(month)}-${two(day)}`);
}
