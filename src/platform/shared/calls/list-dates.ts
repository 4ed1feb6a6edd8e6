import { addDays, type CalendarDate, type DateWithPrecision, formatDate, getLastDay } from '../dates/dates.ts';
import type { ImportQuestion } from './imports.ts';

// Dates in a society's lists of members and orders are parsed here. The archive's dates are parsed in
// `partial-dates.ts`.

export interface ParsedListDate extends DateWithPrecision {
  /** True if the text could mean something else. "Aug-27" and Excel's "46265" could. */
  isUnclear: boolean;
}

const monthNames = 'january february march april may june july august september october november december'.split(' ');

/** Two-digit years from this one on belong to the twentieth century. */
const firstYearOfLastCentury = 70;
const earliestYear = 1900;
const latestYear = 2199;

/** The day that Excel counts from, for dates after February 1900, and the range of numbers that are read as dates. */
const excelStart: CalendarDate = '1899-12-30';
const excelDays = { first: 25_569, last: 73_050 };

interface Parts {
  day?: string;
  month?: string;
  name?: string;
  year: string;
  /** The year, if it is two digits after the name of a month: "Aug 27". */
  short?: string;
}

const weekday = /^(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?\.?,?\s+/i;
const midnight = /[T ]0?0:00(?::00(?:\.0+)?)?Z?$/;

/** The order of a numeric date such as 06/07/2027. In Britain the day comes first. */
export type DayMonthOrder = 'day first' | 'month first';

const dayMonthYear = /^(?<day>\d{1,2})(?:\s?[-/.]\s?|\s)(?<month>\d{1,2})(?:\s?[-/.]\s?|\s)['’]?(?<year>\d{4}|\d{2})$/;

/**
 * Patterns of all ways to write a date. In `dayMonthYear`, the day comes first, unless the user has chosen the month.
 */
const ways = [
  /^(?<year>\d{4})$/,
  /^(?<year>\d{4})[-/.](?<month>0?[1-9]|1[0-2])$/,
  /^(?<year>\d{4})[-/.](?<month>\d{1,2})[-/.](?<day>\d{1,2})$/,
  /^(?<month>\d{1,2})[-/.](?<year>\d{4})$/,
  dayMonthYear,
  /^(?<day>\d{1,2})(?:st|nd|rd|th)?(?:\s?[-/.]\s?|\s(?:of\s)?)?(?<name>[a-z]{3,}\.?),?[-/.\s]*['’]?(?<year>\d{4}|\d{2})$/i,
  /^(?<name>[a-z]{3,}\.?)[-/.\s](?<day>\d{1,2})(?:st|nd|rd|th)?(?:,\s?|[-/.\s])['’]?(?<year>\d{4}|\d{2})$/i,
  /^(?<name>[a-z]{3,}\.?),?[-/.\s]?(?<year>\d{4}|['’]\d{2})$/i,
  /^(?<name>[a-z]{3,}\.?),?[-/.\s]?(?<short>\d{2})$/i,
];

/**
 * Parses a date as people type it into a list: "31/08/26", "31.8.26", "31-Mar-27", "31 August 2026", "Aug 2027",
 * "2026", or the number that Excel stores for a date. A month or a year is represented by its first day.
 * @returns the date, or the fault as a clause that follows a column's name
 */
export function parseListDate(text: string, order: DayMonthOrder = 'day first'): ParsedListDate | { fault: string } {
  const written = text.replace(weekday, '').replace(midnight, '');
  if (/^\d{5}(?:\.\d+)?$/.test(written)) {
    const days = Math.trunc(Number(written));
    if (days >= excelDays.first && days <= excelDays.last) {
      return { date: addDays(excelStart, days), precision: 'day', isUnclear: true };
    }
  }
  for (const way of ways) {
    const parts = way.exec(written)?.groups as Parts | undefined;
    if (parts) return fromParts(parts, text, way === dayMonthYear ? order : undefined);
  }
  if (/^(?:\d{1,2}(?:st|nd|rd|th)?[-/.\s]?(?:\d{1,2}|[a-z]{3,}\.?)|[a-z]{3,}\.?\s\d)$/i.test(written)) {
    return { fault: `“${shorten(text)}” has no year` };
  }
  return { fault: `“${shorten(text)}” isn’t a date; write 31/8/2027 or 31 August 2027` };
}

const shorten = (text: string) => text.slice(0, 40);
const two = (number: number) => String(number).padStart(2, '0');

function fromParts(parts: Parts, text: string, order: DayMonthOrder | undefined): ParsedListDate | { fault: string } {
  const { name, year, short } = parts;
  const [day, month] = order === 'month first' ? [parts.month, parts.day] : [parts.day, parts.month];
  const y = fullYear(short ?? year.replace(/['’]/, ''));
  const isUnclear = short !== undefined;
  if (y < earliestYear || y > latestYear) return { fault: `“${shorten(text)}” has a year that can’t be right` };
  if (month === undefined && name === undefined) return { date: `${y}-01-01`, precision: 'year', isUnclear };
  const m = name === undefined ? Number(month) : monthNamed(name);
  if (name !== undefined && m === 0) return { fault: `“${shorten(text)}” doesn’t contain a month we recognise` };
  if (m < 1 || m > 12) return { fault: describeImpossibleMonth(text, m, Number(day), order) };
  if (day === undefined) return { date: `${y}-${two(m)}-01`, precision: 'month', isUnclear };
  const d = Number(day);
  const last = Number(getLastDay(`${y}-${two(m)}-01`, 'month').slice(8));
  if (d < 1 || d > last) return { fault: `“${shorten(text)}” isn’t a day in the calendar` };
  return { date: `${y}-${two(m)}-${two(d)}`, precision: 'day', isUnclear };
}

/**
 * Formats the fault of a date whose month isn't from 1 to 12. If `order` is given, says that the date was read in this
 * order and, if the other order would give a date, how to choose that order.
 */
function describeImpossibleMonth(text: string, month: number, day: number, order: DayMonthOrder | undefined): string {
  if (order === undefined) return `“${shorten(text)}” isn’t a valid date: its month must be from 1 to 12`;
  const read = `“${shorten(text)}” is read with the ${order}`;
  const other = order === 'day first' ? 'month' : 'day';
  const advice = day >= 1 && day <= 12 ? `; if your file has the ${other} first, choose that and preview again` : '';
  return `${read}, and ${month} isn’t a month${advice}`;
}

function fullYear(figures: string): number {
  if (figures.length === 4) return Number(figures);
  return Number(figures) + (Number(figures) < firstYearOfLastCentury ? 2000 : 1900);
}

/** Returns 1–12 for a month's name or its beginning ("Sept."); 0 for any other word. */
function monthNamed(word: string): number {
  const start = word.toLowerCase().replace(/\.$/, '');
  return monthNames.findIndex((name) => name.startsWith(start)) + 1;
}

/** The order of day and month in a cell's numeric date: `either` if both orders give a valid date. */
type NumericDateOrder = DayMonthOrder | 'either';

/** The key of the question about numeric dates. */
const numericDatesKey = 'dates';

/** The maximum number of example cells in the question about numeric dates. */
const maxExamples = 3;

/**
 * Asks whether a file's numeric dates begin with the day or the month. Returns undefined if the dates leave no doubt:
 * no date has the month first, and either none is ambiguous or one has the day first.
 */
export function findNumericDateQuestion(
  cells: readonly string[],
  {
    findOrder,
    format,
  }: {
    findOrder: (cell: string) => NumericDateOrder | undefined;
    /** Formats the date of a cell in the given order; returns a cell without a date unchanged. */
    format: (cell: string, order: DayMonthOrder) => string;
  },
): ImportQuestion | undefined {
  const orders = cells.map(findOrder);
  const ambiguous = cells.filter((_, index) => orders[index] === 'either');
  const [example] = ambiguous;
  const isAmerican = orders.includes('month first');
  // A date that only makes sense with the day first decides how ambiguous dates are read
  if (example === undefined ? !isAmerican : orders.includes('day first') && !isAmerican) return undefined;
  const shown = example ?? cells[orders.indexOf('month first')] ?? '';
  const label = (name: string, order: DayMonthOrder) => {
    const date = format(shown, order);
    return date === shown ? `The ${name}: ${shown} wouldn’t be a date` : `The ${name}: ${shown} is ${date}`;
  };
  return {
    key: numericDatesKey,
    question: 'Do these dates begin with the day or the month?',
    examples: [shown, ...ambiguous.filter((cell) => cell !== shown)].slice(0, maxExamples),
    options: [
      { value: 'day first', label: label('day', 'day first') },
      { value: 'month first', label: label('month', 'month first') },
    ],
    answer: isAmerican && !orders.includes('day first') ? 'month first' : 'day first',
  };
}

/** Returns the order of numeric dates that the user chose; day first by default. */
export const getDayMonthOrder = (answers: ReadonlyMap<string, string>): DayMonthOrder =>
  answers.get(numericDatesKey) === 'month first' ? 'month first' : 'day first';

const numericDate = /(?<![\d-])(\d{1,2})([-/.])(\d{1,2})\2(?:\d{4}|\d{2})(?!\d)/;
const isMonth = (text: string | undefined) => Number(text) >= 1 && Number(text) <= 12;

/**
 * Returns the order of the numeric date in a cell; undefined if the cell has none, or both orders mean the same day. A
 * time may follow the date.
 */
function findNumericDateOrder(cell: string): NumericDateOrder | undefined {
  const [, first, , second] = numericDate.exec(cell) ?? [];
  if (isMonth(first) && isMonth(second)) return Number(first) === Number(second) ? undefined : 'either';
  if (isMonth(second)) return 'day first';
  return isMonth(first) ? 'month first' : undefined;
}

/** Asks about the numeric dates in a list of members or orders. */
export function buildListDateQuestions(cells: readonly string[]): ImportQuestion[] {
  const dates = [...new Set(cells.map((cell) => numericDate.exec(cell)?.[0] ?? ''))];
  const question = findNumericDateQuestion(dates, {
    findOrder: findNumericDateOrder,
    format: (date, order) => {
      const read = parseListDate(date, order);
      return 'fault' in read ? date : formatDate(read.date, read.precision);
    },
  });
  return question ? [question] : [];
}
