import type { CalendarDate } from '#platform/shared/dates/dates.ts';
import { formatRelativeDay } from '#platform/shared/dates/short-dates.ts';

/** Formats "Good evening, Ruth" for a time with the society's UTC offset. */
export function formatGreeting(time: string, firstname: string): string {
  const hour = Number(time.slice(11, 13));
  const partOfDay = hour >= 5 && hour < 12 ? 'morning' : hour >= 12 && hour < 18 ? 'afternoon' : 'evening';
  return firstname === '' ? `Good ${partOfDay}` : `Good ${partOfDay}, ${firstname}`;
}

/** The number of notices on a page of HTML; JSON has all of them. */
export const noticesPerPage = 40;
/** The number of recent notices that the dashboard shows before the user opens older ones. */
export const initialNoticeCount = 8;
/** The number of shows on a page of HTML. */
export const showsPerPage = 48;

/** The dashboard's recent notices are at most this many days old. */
export const recentNoticeDays = 60;
/** The maximum length of a post's excerpt in a list, in characters. */
export const noticeExcerptLength = 180;

/** Groups entries by day, under headings such as "Today", "Yesterday" and "Sunday 28 February". Keeps their order. */
export function groupByDay<Entry extends { date: string }>(
  entries: readonly Entry[],
  today: CalendarDate,
): { day: CalendarDate; heading: string; entries: Entry[] }[] {
  const days = Map.groupBy(entries, ({ date }) => date.slice(0, 10));
  return [...days].map(([day, ofDay]) => ({ day, heading: formatRelativeDay(day, today), entries: ofDay }));
}
