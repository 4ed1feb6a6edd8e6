import { addDays, type CalendarDate, formatDate } from '#platform/shared/dates.ts';
import { day } from '#platform/shared/durations.ts';

const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];

export const weekdayOf = (date: CalendarDate): number => new Date(`${date}T00:00:00Z`).getUTCDay();

/** "Sunday 21 March": what people write on a notice. */
export const dayInWords = (date: CalendarDate): string =>
  `${WEEKDAYS[weekdayOf(date)]} ${formatDate(date, 'day').replace(/ \d{4}$/, '')}`;

/** The first Sunday (0), Monday (1) … on or after a date. */
export const nextWeekday = (date: CalendarDate, weekday: number): CalendarDate =>
  addDays(date, (weekday - weekdayOf(date) + 7) % 7);

export const daysBetween = (from: CalendarDate, to: CalendarDate): number =>
  Math.round((Date.parse(to) - Date.parse(from)) / day);
