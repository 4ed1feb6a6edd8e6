import { type CalendarDate, getYear, isPast, type Precision } from '#platform/shared/dates/dates.ts';
import { fold } from '#platform/shared/text/text.ts';
import type { MembersShowEntry } from './contract.ts';

/** The navigation has room for four shows. */
const maxShown = 4;
const maxUpcoming = 3;

/**
 * Selects up to four shows for the navigation: up to three upcoming shows, with the next show last, then the latest past
 * shows. `shows` are sorted newest first; `upcoming` are the ids of the upcoming shows, with the next show first.
 */
export function selectRecentShows<Show extends { id: string; date: CalendarDate; date_precision: Precision }>(
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
  const words = fold(search).split(' ').filter(Boolean);
  if (words.length === 0) return shows;
  return shows.filter(({ title, season, date, directors }) => {
    const text = ` ${fold([title, season, getYear(date), ...directors].join(' '))}`;
    return words.every((word) => text.includes(` ${word}`));
  });
}
