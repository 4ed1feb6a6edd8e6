import { type CalendarDate, isPast, type Precision } from '#platform/shared/dates/dates.ts';

/** The most that fit under Shows without crowding the rest of the navigation. */
const mostShown = 4;
const mostAhead = 3;

/**
 * Selects the four shows for the navigation: up to three of those ahead, the next one last, then the latest past ones.
 * `shows` are the newest first, and `upcoming` are the ids of those ahead, the next one first.
 */
export function recentShows<Show extends { id: string; date: CalendarDate; date_precision: Precision }>(
  shows: readonly Show[],
  upcoming: readonly string[],
  today: CalendarDate,
): Show[] {
  const ahead = upcoming.flatMap((id) => shows.filter((show) => show.id === id)).slice(0, mostAhead);
  const past = shows.filter(
    ({ id, date, date_precision }) => !upcoming.includes(id) && isPast(date, date_precision, today),
  );
  return [...ahead.toReversed(), ...past.slice(0, mostShown - ahead.length)];
}
