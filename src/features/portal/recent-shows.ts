import { type CalendarDate, isPast, type Precision } from '#platform/shared/dates.ts';

/** As many as fit under Shows without crowding the rest of the navigation. */
const mostShown = 4;
const mostAhead = 3;

/** Selects the four shows for the navigation, newest first: up to three upcoming ones, then the latest past ones. */
export function recentShows<Show extends { date: CalendarDate; date_precision: Precision }>(
  shows: readonly Show[],
  today: CalendarDate,
): Show[] {
  const over = shows.findIndex((show) => isPast(show.date, show.date_precision, today));
  const first = over === -1 ? shows.length : over;
  const ahead = shows.slice(Math.max(0, first - mostAhead), first);
  return [
    ...ahead,
    ...shows
      .slice(first)
      .filter(past(today))
      .slice(0, mostShown - ahead.length),
  ];
}

const past =
  (today: CalendarDate) =>
  ({ date, date_precision }: { date: CalendarDate; date_precision: Precision }) =>
    isPast(date, date_precision, today);
