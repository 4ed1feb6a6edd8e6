import {
  type CalendarDate,
  type DateWithPrecision,
  formatDate,
  formatDateRange,
  formatRunDates,
  getLastDay,
  getYear,
  isPast,
  type Precision,
} from '#platform/shared/dates/dates.ts';

/** The fields with a show's dates, named as in the table `show`. */
export interface RunFields {
  first_date: CalendarDate;
  first_date_precision: Precision;
  /** The date of the last performance. */
  date: CalendarDate;
  date_precision: Precision;
}

/** Returns the first performance's date, as precisely as it is known. */
export const getFirstDate = (run: Pick<RunFields, 'first_date' | 'first_date_precision'>): DateWithPrecision => ({
  date: run.first_date,
  precision: run.first_date_precision,
});

/** Returns the last performance's date, as precisely as it is known. */
export const getLastDate = (run: Pick<RunFields, 'date' | 'date_precision'>): DateWithPrecision => ({
  date: run.date,
  precision: run.date_precision,
});

/**
 * Returns true if a show is current or in the future: until the end of its last day or, if only the month or year is
 * known, of that month or year. Returns false for a cancelled show. While this is true, the show's directors and
 * producers can see the emergency contacts of its people, unless they made the show current again themselves.
 */
export const isCurrentOrUpcoming = (
  { date, date_precision, cancelled }: Pick<RunFields, 'date' | 'date_precision'> & { cancelled: boolean | 0 | 1 },
  today: CalendarDate,
): boolean => !cancelled && !isPast(date, date_precision, today);

/**
 * Returns the day on which a show opens, or `today` if the show has opened already. For a month or a year, its last day
 * counts.
 */
export function getOpeningDayOrToday(
  { first_date, first_date_precision }: Pick<RunFields, 'first_date' | 'first_date_precision'>,
  today: CalendarDate,
): CalendarDate {
  const first = getLastDay(first_date, first_date_precision);
  return first > today ? first : today;
}

/** Formats "14–17 April 2027", for a run in a list or in the past. */
export const formatRun = (run: RunFields): string => formatDateRange(getFirstDate(run), getLastDate(run));

/** Formats "Wednesday 14 to Saturday 17 April 2027", for a future run. */
export const formatRunWithWeekdays = (run: RunFields): string => formatRunDates(getFirstDate(run), getLastDate(run));

/**
 * Formats a show's season in the society's own words, with the year if the season doesn't name it: "Autumn 2026". A
 * show without a season gets its date.
 */
export function formatSeason({
  season,
  date,
  date_precision,
}: Pick<RunFields, 'date' | 'date_precision'> & { season: string }) {
  if (season === '') return formatDate(date, date_precision);
  return /\d/.test(season) ? season : `${season} ${getYear(date)}`;
}
