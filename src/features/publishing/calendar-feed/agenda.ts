import { addDays, type CalendarDate, getLastDay, type Precision } from '#platform/shared/dates/dates.ts';

interface Dated {
  id: string;
  date: CalendarDate;
  date_precision: Precision;
}

/** Past shows of a member stay in the member's calendar for this many days. */
const daysInFeed = 2 * 365;

/** Returns the earliest day of a member's own calendar. */
export const getAgendaStartDate = (today: CalendarDate): CalendarDate => addDays(today, -daysInFeed);

/** Returns the shows in a member's calendar: all future shows, and the member's own shows of the last two years. */
export function selectAgendaShows<Show extends Dated>(
  shows: readonly Show[],
  mine: ReadonlySet<string>,
  today: CalendarDate,
) {
  const since = getAgendaStartDate(today);
  return shows.filter(({ id, date, date_precision }) => {
    const ends = getLastDay(date, date_precision);
    return ends >= today || (mine.has(id) && ends >= since);
  });
}
