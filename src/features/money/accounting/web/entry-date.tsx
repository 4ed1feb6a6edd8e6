import { type CalendarDate, formatDate } from '#platform/shared/dates/dates.ts';
import { formatShortDay } from '#platform/shared/dates/short-dates.ts';

/** The day of a payment. The year is above the list, so on a phone the day is enough. */
export const EntryDate = ({ date }: { date: CalendarDate }) => (
  <>
    <span className="only-wide">{formatDate(date, 'day')}</span>
    <span className="only-narrow">{formatShortDay(date)}</span>
  </>
);
