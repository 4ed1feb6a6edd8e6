import { type CalendarDate, type DateWithPrecision, lastDay } from '#platform/shared/dates/dates.ts';

interface Run {
  first: DateWithPrecision;
  last: DateWithPrecision;
}

/**
 * Returns the dates of a show with performances on `days`: its former dates, extended to the first and the last of
 * them. A former first or last date with only a month or year becomes a day, unless it lies beyond all of them.
 */
export function extendRun({ first, last }: Run, days: readonly CalendarDate[]): Run {
  const sorted = days.toSorted();
  const [earliest, latest] = [sorted[0], sorted.at(-1)];
  if (earliest === undefined || latest === undefined) return { first, last };
  return {
    first: earliest <= lastDay(first.date, first.precision) ? { date: earliest, precision: 'day' } : first,
    last: latest >= last.date ? { date: latest, precision: 'day' } : last,
  };
}
