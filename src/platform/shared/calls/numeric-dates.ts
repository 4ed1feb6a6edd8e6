import { formatDate } from '../dates/dates.ts';
import { type NumericDates, parseEverydayDate } from '../dates/everyday-dates.ts';
import type { ImportQuestion } from './imports.ts';

/** The order of day and month in a cell's numeric date: `either` if both orders give a valid date. */
export type NumericDateOrder = NumericDates | 'either';

/** The key of the question about numeric dates. */
export const numericDatesKey = 'dates';

/** The maximum number of example cells in the question about numeric dates. */
const mostExamples = 3;

/**
 * Asks if the numeric dates of a file begin with the day or the month. Returns undefined if no date proves that the
 * month comes first, and either none is ambiguous or one proves that the day comes first.
 */
export function askNumericDates(
  cells: readonly string[],
  {
    findOrder,
    format,
  }: {
    findOrder: (cell: string) => NumericDateOrder | undefined;
    /** Formats the date of a cell in the given order; returns a cell without a date unchanged. */
    format: (cell: string, order: NumericDates) => string;
  },
): ImportQuestion | undefined {
  const orders = cells.map(findOrder);
  const ambiguous = cells.filter((_, index) => orders[index] === 'either');
  const [example] = ambiguous;
  const isAmerican = orders.includes('month first');
  // A date that only makes sense with the day first decides how ambiguous dates are read
  if (example === undefined ? !isAmerican : orders.includes('day first') && !isAmerican) return undefined;
  const shown = example ?? cells[orders.indexOf('month first')] ?? '';
  const label = (name: string, order: NumericDates) => {
    const date = format(shown, order);
    return date === shown ? `The ${name}: ${shown} isn’t a date then` : `The ${name}: ${shown} is ${date}`;
  };
  return {
    key: numericDatesKey,
    question: 'Do these dates begin with the day or the month?',
    examples: [shown, ...ambiguous.filter((cell) => cell !== shown)].slice(0, mostExamples),
    options: [
      { value: 'day first', label: label('day', 'day first') },
      { value: 'month first', label: label('month', 'month first') },
    ],
    answer: isAmerican && !orders.includes('day first') ? 'month first' : 'day first',
  };
}

/** Returns the order of numeric dates that the user chose; day first by default. */
export const getNumericDates = (answers: ReadonlyMap<string, string>): NumericDates =>
  answers.get(numericDatesKey) === 'month first' ? 'month first' : 'day first';

const numericDate = /(?<![\d-])(\d{1,2})([-/.])(\d{1,2})\2(?:\d{4}|\d{2})(?!\d)/;
const isMonth = (text: string | undefined) => Number(text) >= 1 && Number(text) <= 12;

/** Finds out whether the date in a cell begins with the day or the month. A time may follow the date. */
function findNumericDateOrder(cell: string): NumericDateOrder | undefined {
  const [, first, , second] = numericDate.exec(cell) ?? [];
  if (isMonth(first) && isMonth(second)) return Number(first) === Number(second) ? undefined : 'either';
  if (isMonth(second)) return 'day first';
  return isMonth(first) ? 'month first' : undefined;
}

/** Asks about the numeric dates in a list of members or orders. */
export function askListDates(cells: readonly string[]): ImportQuestion[] {
  const dates = [...new Set(cells.map((cell) => numericDate.exec(cell)?.[0] ?? ''))];
  const question = askNumericDates(dates, {
    findOrder: findNumericDateOrder,
    format: (date, order) => {
      const read = parseEverydayDate(date, order);
      return 'fault' in read ? date : formatDate(read.date, read.precision);
    },
  });
  return question ? [question] : [];
}
