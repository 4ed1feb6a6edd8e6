import type { CalendarDate } from '#platform/shared/dates/dates.ts';
import { dayFrom } from '#platform/shared/dates/short-dates.ts';

/** The number of days shown under Recent. */
export const recentDays = 60;
/** The characters of a post shown in a list. */
export const excerptLength = 180;

/** Entries grouped by day: "Today", "Yesterday", "Sunday 28 February". The list is newest first and stays so. */
export function groupByDay<Entry extends { date: string }>(
  entries: readonly Entry[],
  today: CalendarDate,
): { day: CalendarDate; heading: string; entries: Entry[] }[] {
  const days = Map.groupBy(entries, ({ date }) => date.slice(0, 10));
  return [...days].map(([day, ofDay]) => ({ day, heading: dayFrom(day, today), entries: ofDay }));
}
