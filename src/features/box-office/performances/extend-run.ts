import { type CalendarDate, type DateWithPrecision, getLastDay } from '#platform/shared/dates/dates.ts';

interface Run {
  first: DateWithPrecision;
  last: DateWithPrecision;
}

/**
 * Extends the dates of a show to include its performances on `days`. A first date that is only a month or year becomes
 * the day of the first performance, unless all performances are later. A last date that is only a month or year becomes
 * the day of the last performance, unless all performances are earlier.
 */
export function extendRun({ first, last }: Run, days: readonly CalendarDate[]): Run {
  const sorted = days.toSorted();
  const [earliest, latest] = [sorted[0], sorted.at(-1)];
  if (earliest === undefined || latest === undefined) return { first, last };
  return {
    first: earliest <= getLastDay(first.date, first.precision) ? { date: earliest, precision: 'day' } : first,
    last: latest >= last.date ? { date: latest, precision: 'day' } : last,
  };
}
