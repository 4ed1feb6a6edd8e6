import type { DatedTo } from '#platform/shared/dates.ts';
import { cleanLine } from '#platform/shared/text.ts';
import { endsBeforeItBegins, readDate } from './written-dates.ts';

export interface RunToBe {
  first: DatedTo;
  last: DatedTo;
}

/** Dates as a client sends them; dates that aren't sent stay as they are. */
export interface SentDates {
  date?: string | undefined;
  date_precision?: DatedTo['precision'] | undefined;
  first_date?: string | undefined;
  first_date_precision?: DatedTo['precision'] | undefined;
}

/** Which field is wrong, and how. */
export interface DateFault {
  field: 'date' | 'first_date';
  fault: string;
}

const lengths = { year: 4, month: 7, day: 10 } as const;

/**
 * Returns a show's dates after a save. Sending back the stored date keeps its precision (a year stays a year). If only
 * `date` is sent, it also moves the first date when the two were equal or would be in the wrong order.
 */
export function runToBe(stored: RunToBe | undefined, sent: SentDates): RunToBe | DateFault {
  const last = sent.date === undefined ? stored?.last : readSent(sent.date, sent.date_precision, stored?.last);
  if (last === undefined) return { field: 'date', fault: 'When was the last performance? A year is enough' };
  if ('fault' in last) return { field: 'date', fault: last.fault };
  const first = firstToBe(stored, sent, last);
  if ('fault' in first) return { field: 'first_date', fault: first.fault };
  if (endsBeforeItBegins(first, last)) return { field: 'first_date', fault: 'The first performance is after the last' };
  return { first, last };
}

function firstToBe(stored: RunToBe | undefined, sent: SentDates, last: DatedTo): DatedTo | { fault: string } {
  if (sent.first_date !== undefined) {
    return readSent(sent.first_date, sent.first_date_precision, stored?.first) ?? last;
  }
  if (!stored || same(stored.first, stored.last) || endsBeforeItBegins(stored.first, last)) return last;
  return stored.first;
}

/** Undefined when the field is empty. */
function readSent(
  text: string,
  precision: DatedTo['precision'] | undefined,
  stored: DatedTo | undefined,
): DatedTo | { fault: string } | undefined {
  const written = cleanLine(text);
  if (written === '') return undefined;
  if (precision === undefined && stored?.date === written) return stored;
  const isWhole = /^\d{4}-\d\d-\d\d$/.test(written);
  return readDate(isWhole && precision ? written.slice(0, lengths[precision]) : written);
}

const same = (a: DatedTo, b: DatedTo) => a.date === b.date && a.precision === b.precision;
