import { addDays, type CalendarDate, lastDay, type Precision } from '#platform/shared/dates.ts';

interface Dated {
  id: string;
  date: CalendarDate;
  date_precision: Precision;
}

/** How far back a member's own shows stay in their calendar. */
const kept = 2 * 365;

/** The first day that a member's own calendar still knows. */
export const agendaSince = (today: CalendarDate): CalendarDate => addDays(today, -kept);

/** What stands in a member's calendar: whatever lies ahead, and of the last two years what they were in. */
export function agenda<Show extends Dated>(shows: readonly Show[], mine: ReadonlySet<string>, today: CalendarDate) {
  const since = agendaSince(today);
  return shows.filter(({ id, date, date_precision }) => {
    const ends = lastDay(date, date_precision);
    return ends >= today || (mine.has(id) && ends >= since);
  });
}
