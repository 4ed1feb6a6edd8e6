import { type CalendarDate, getYear, isPast, type Precision } from '#platform/shared/dates/dates.ts';
import { formatRelativeDay } from '#platform/shared/dates/short-dates.ts';
import { foldText } from '#platform/shared/text/text.ts';
import type { MembersShowEntry } from './contract.ts';

/** The navigation has room for four shows. */
const maxShown = 4;
const maxUpcoming = 3;

/**
 * Selects at most four shows: at most three upcoming shows, with the next show last, then the latest past shows. `shows`
 * are sorted newest first; `upcoming` are the ids of the upcoming shows, with the next show first.
 */
export function selectShowsForNavigation<Show extends { id: string; date: CalendarDate; date_precision: Precision }>(
  shows: readonly Show[],
  upcoming: readonly string[],
  today: CalendarDate,
): Show[] {
  const upcomingShows = upcoming.flatMap((id) => shows.filter((show) => show.id === id)).slice(0, maxUpcoming);
  const past = shows.filter(
    ({ id, date, date_precision }) => !upcoming.includes(id) && isPast(date, date_precision, today),
  );
  return [...upcomingShows.toReversed(), ...past.slice(0, maxShown - upcomingShows.length)];
}

type SearchableShow = Pick<MembersShowEntry, 'title' | 'season' | 'date' | 'directors'>;

/**
 * Returns the shows that match all search words. A word matches the beginning of a word in the title, season, year or
 * directors.
 */
export function searchShows<Show extends SearchableShow>(shows: readonly Show[], search: string): readonly Show[] {
  const words = foldText(search).split(' ').filter(Boolean);
  if (words.length === 0) return shows;
  return shows.filter(({ title, season, date, directors }) => {
    const text = ` ${foldText([title, season, getYear(date), ...directors].join(' '))}`;
    return words.every((word) => text.includes(` ${word}`));
  });
}

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
/**
 * The number of shows on a page of the portal's list, where the list is shown page by page because JavaScript isn't
 * running.
 */
export const showsPerPage = 48;

/** The dashboard's recent notices are at most this many days old. */
export const recentNoticeDays = 60;
/** The maximum length of a post's excerpt in a list, in characters. */
export const maxNoticeExcerptLength = 180;

/** Groups entries by day, under headings such as "Today", "Yesterday" and "Sunday 28 February". Keeps their order. */
export function groupEntriesByDay<Entry extends { date: string }>(
  entries: readonly Entry[],
  today: CalendarDate,
): { day: CalendarDate; heading: string; entries: Entry[] }[] {
  const days = Map.groupBy(entries, ({ date }) => date.slice(0, 10));
  return [...days].map(([day, ofDay]) => ({ day, heading: formatRelativeDay(day, today), entries: ofDay }));
}
