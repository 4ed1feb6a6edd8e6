import type { DateWithPrecision } from '#platform/shared/dates/dates.ts';
import { cleanLine } from '#platform/shared/text/clean-line.ts';
import type { RunFields } from './run.ts';

/** The range of accepted years. A year outside it is refused as a typing mistake, such as 1025 for 2025. */
const earliestYear = 1500;
const latestYear = 2499;

export type ParsedDate = DateWithPrecision | { fault: string };

const monthNames = [
  'january',
  'february',
  'march',
  'april',
  'may',
  'june',
  'july',
  'august',
  'september',
  'october',
  'november',
  'december',
];

/**
 * Returns 1–12 for a month's full name, or for its beginning of at least three letters ("Sept"); 0 for any other word.
 */
function monthNamed(word: string): number {
  const start = word.toLowerCase().replace(/\.$/, '');
  return start.length < 3 ? 0 : monthNames.findIndex((name) => name.startsWith(start)) + 1;
}

const two = (number: number) => String(number).padStart(2, '0');

interface Parts {
  year: string;
  month?: string | undefined;
  monthName?: string | undefined;
  day?: string | undefined;
}

const weekday = /^(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?\.?,?\s+/i;
/** Matches the decimals of "2024.0": programs write a column of years like this if some of its cells are empty. */
const wholeYear = /(?<=^\d{4})\.0+$/;
const midnight = /[T ]00:00(?::00(?:\.0+)?)?Z?$/;

/** Patterns for unambiguous notations of a date. In a date of three numbers that ends with its year, the day is first. */
const notations = [
  /^(?<year>\d{4})$/,
  /^(?<year>\d{4})[-/.](?<month>\d{1,2})$/,
  /^(?<year>\d{4})[-/.](?<month>\d{1,2})[-/.](?<day>\d{1,2})$/,
  /^(?<month>\d{1,2})[-/.](?<year>\d{4})$/,
  /^(?<day>\d{1,2})[-/.](?<month>\d{1,2})[-/.](?<year>\d{4})$/,
  /^(?<monthName>[a-z]+\.?),?[ -](?<year>\d{4})$/i,
  /^(?<day>\d{1,2})(?:st|nd|rd|th)?(?: of)?[ -](?<monthName>[a-z]+\.?),?[ -](?<year>\d{4})$/i,
  /^(?<monthName>[a-z]+\.?) (?<day>\d{1,2})(?:st|nd|rd|th)?,? (?<year>\d{4})$/i,
];

/** Returns true if a year and one or two digits may be a season: "2009/10", "1999/00", "1987/8". */
export const isLikelySeason = (year: number, end: string): boolean =>
  end.length > 0 && end.length < 3 && (year + 1) % 10 ** end.length === Number(end);

/** "2009/10" and "1987-8" may be a season or a month. "2009-10" is a month, as `formatPartialDate` writes it. */
const seasonOrMonth = /^(?<year>\d{4})(?:[/.](?<end>\d{1,2})|-(?<digit>\d))$/;

/**
 * Parses a year, a month or a day in the notations of archives: `1987`, `1987-04`, `1987-04-12`, `12/04/1987` (day
 * first), `April 1987`, `12 April 1987`. A month or a year is represented by its first day.
 * @returns the date, or the fault as a clause that follows a column's name
 */
export function parseWrittenDate(text: string): ParsedDate {
  const written = text.replace(weekday, '').replace(midnight, '').replace(wholeYear, '');
  const { year = '', end, digit } = seasonOrMonth.exec(written)?.groups ?? {};
  if (year !== '' && isLikelySeason(Number(year), end ?? digit ?? '')) {
    const month = monthNames[Number(end ?? digit) - 1];
    if (month === undefined)
      return { fault: `“${text}” is a season; write a date such as 12 April ${year}, or ${year}` };
    const example = month.charAt(0).toUpperCase() + month.slice(1);
    return { fault: `“${text}” may be a season or a month; write ${example} ${year}, or ${year}` };
  }
  for (const notation of notations) {
    const parts = notation.exec(written)?.groups as Parts | undefined;
    if (parts) return fromParts(parts, text);
  }
  const short = /(?:^|[^\d])(\d{2})$/.exec(written)?.[1];
  if (short !== undefined) {
    return { fault: `“${text}” needs its year in four figures, such as ${short < '50' ? '20' : '19'}${short}` };
  }
  return { fault: `“${text}” is not a date; write 12 April 1987, April 1987 or 1987` };
}

function fromParts({ year, month, monthName, day }: Parts, text: string): ParsedDate {
  const y = Number(year);
  if (y < earliestYear || y > latestYear) {
    return { fault: `${year} isn’t a year from ${earliestYear} to ${latestYear}` };
  }
  if (month === undefined && monthName === undefined) return { date: `${year}-01-01`, precision: 'year' };
  const m = monthName === undefined ? Number(month) : monthNamed(monthName);
  if (monthName !== undefined && m === 0) return { fault: `“${text}” doesn’t contain a month we recognise` };
  if (m < 1 || m > 12)
    return {
      fault: `“${text}” isn’t a valid date: write a month from 1 to 12, and 12 April 1987 as 12/04/1987 or 1987-04-12`,
    };
  if (day === undefined) return { date: `${year}-${two(m)}-01`, precision: 'month' };
  const d = Number(day);
  // Day 0 of the next month is the last day of this month.
  if (d < 1 || d > new Date(Date.UTC(y, m, 0)).getUTCDate()) return { fault: `“${text}” isn’t a day in the calendar` };
  return { date: `${year}-${two(m)}-${two(d)}`, precision: 'day' };
}

/**
 * Formats a date to its known precision: `1987`, `1987-04` or `1987-04-12`. `parseWrittenDate` parses these formats.
 */
export function formatPartialDate({ date, precision }: DateWithPrecision): string {
  return date.slice(0, { year: 4, month: 7, day: 10 }[precision]);
}

/** Returns true if `last` certainly ends before `first` begins. April 1987 doesn't end before 12 April. */
export function isEndBeforeStart(first: DateWithPrecision, last: DateWithPrecision): boolean {
  const [from, to] = [formatPartialDate(first), formatPartialDate(last)];
  const known = Math.min(from.length, to.length);
  return to.slice(0, known) < from.slice(0, known);
}

const formatEnds = (run: RunFields) =>
  [
    formatPartialDate({ date: run.first_date, precision: run.first_date_precision }),
    formatPartialDate({ date: run.date, precision: run.date_precision }),
  ] as const;

/**
 * Returns true if a run has the same dates as another run, but more precisely: "12–15 May 1987" refines "May 1987" and
 * "1987", but neither "1986" nor "12 May 1987". No date may become less precise or contradict the other run.
 */
export function refinesRun(exact: RunFields, known: RunFields): boolean {
  const [first, last] = formatEnds(exact);
  const [knownFirst, knownLast] = formatEnds(known);
  return first.startsWith(knownFirst) && last.startsWith(knownLast) && (first !== knownFirst || last !== knownLast);
}

export interface ShowRun {
  first: DateWithPrecision;
  last: DateWithPrecision;
}

/**
 * Dates sent by a client. A missing last date is taken from the stored show; `resolveRun` says what happens if the
 * first date is missing.
 */
export interface SubmittedDates {
  date?: string | undefined;
  date_precision?: DateWithPrecision['precision'] | undefined;
  first_date?: string | undefined;
  first_date_precision?: DateWithPrecision['precision'] | undefined;
}

/** The name of the invalid field, and the reason. */
export interface InvalidDateField {
  field: 'date' | 'first_date';
  fault: string;
}

/**
 * Returns a show's dates after a save, or the first invalid field. Sending back the stored date keeps its precision (a
 * year stays a year). If only `date` is sent, the first date moves with the last date if both were the same day, or if
 * the first would otherwise be after the last.
 */
export function resolveRun(stored: ShowRun | undefined, sent: SubmittedDates): ShowRun | InvalidDateField {
  const last =
    sent.date === undefined ? stored?.last : parseSubmittedDate(sent.date, sent.date_precision, stored?.last);
  if (last === undefined) return { field: 'date', fault: 'Enter the date of the last performance. A year is enough' };
  if ('fault' in last) return { field: 'date', fault: last.fault };
  const first = resolveFirstDate(stored, sent, last);
  if ('fault' in first) return { field: 'first_date', fault: first.fault };
  if (isEndBeforeStart(first, last)) return { field: 'first_date', fault: 'The first performance is after the last' };
  return { first, last };
}

function resolveFirstDate(
  stored: ShowRun | undefined,
  sent: SubmittedDates,
  last: DateWithPrecision,
): DateWithPrecision | { fault: string } {
  if (sent.first_date !== undefined) {
    return parseSubmittedDate(sent.first_date, sent.first_date_precision, stored?.first) ?? last;
  }
  if (!stored || same(stored.first, stored.last) || isEndBeforeStart(stored.first, last)) return last;
  return stored.first;
}

/** Parses the date in a field; undefined if the field is empty. */
function parseSubmittedDate(
  text: string,
  precision: DateWithPrecision['precision'] | undefined,
  stored: DateWithPrecision | undefined,
): DateWithPrecision | { fault: string } | undefined {
  const written = cleanLine(text);
  if (written === '') return undefined;
  if (precision === undefined && stored?.date === written) return stored;
  const isWhole = /^\d{4}-\d\d-\d\d$/.test(written);
  return parseWrittenDate(isWhole && precision ? formatPartialDate({ date: written, precision }) : written);
}

const same = (a: DateWithPrecision, b: DateWithPrecision) => a.date === b.date && a.precision === b.precision;
