import type { DateWithPrecision } from '#platform/shared/dates/dates.ts';
import { cleanLine } from '#platform/shared/text/clean-line.ts';
import { formatPartialDate, isEndBeforeStart, parseWrittenDate } from './partial-dates.ts';

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
 * Returns a show's dates after a save. Sending back the stored date keeps its precision (a year stays a year). If only
 * `date` is sent, the first date moves with the last date if both were the same day, or if the first would otherwise be
 * after the last.
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
