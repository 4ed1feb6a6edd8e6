import type { CalendarDate } from '#platform/shared/dates/dates.ts';
import { day } from '#platform/shared/dates/durations.ts';

const days = 7;
const weeks = 5;
const months = 12;

/**
 * Returns the days whose nightly backups are retained: the last seven, then the last of each week and of each month,
 * for the latest five weeks and twelve months that have a backup. The newest is always retained.
 */
export function selectRetainedBackups(made: readonly CalendarDate[]): Set<CalendarDate> {
  const newestFirst = [...new Set(made)].sort().reverse();
  return new Set([
    ...newestFirst.slice(0, days),
    ...lastOfEach(newestFirst, getWeekIndex).slice(0, weeks),
    ...lastOfEach(newestFirst, (day) => day.slice(0, 7)).slice(0, months),
  ]);
}

function lastOfEach(
  newestFirst: readonly CalendarDate[],
  getPeriod: (date: CalendarDate) => string | number,
): CalendarDate[] {
  return [...Map.groupBy(newestFirst, getPeriod).values()].flatMap(([last]) => last ?? []);
}

/** Returns the number of a date's week (Monday to Sunday), counted from a fixed week. */
export function getWeekIndex(date: CalendarDate): number {
  const aMonday = Date.parse('1940-01-01');
  return Math.floor((Date.parse(date) - aMonday) / (7 * day));
}
