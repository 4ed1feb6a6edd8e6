import { addDays, type CalendarDate, formatDateTime, formatTime, formatWeekdayDate, getYear } from './dates.ts';

// Functions that format dates in tables and narrow lists, and ends of periods. Separate from `dates.ts`, which every
// public page loads.

/** Formats a date as "28 Feb", for narrow lists in which the year is obvious. */
export function formatShortDay(date: CalendarDate): string {
  const [, day, month = ''] = formatWeekdayDate(date).split(' ');
  return `${day} ${month.slice(0, 3)}`;
}

/** Formats a date as "Sat 21 November". */
function shortWeekday(date: CalendarDate): string {
  const [weekday = '', ...rest] = formatWeekdayDate(date).split(' ');
  return `${weekday.slice(0, 3)} ${rest.join(' ')}`;
}

/**
 * Formats a performance's date as "Today" or "Wed 14 April". Includes the year if the date is more than half a year
 * past or more than a year ahead.
 */
export function formatPerformanceDay(date: CalendarDate, today: CalendarDate): string {
  if (date === today) return 'Today';
  const text = shortWeekday(date);
  return date < addDays(today, -182) || date > addDays(today, 365) ? `${text} ${getYear(date)}` : text;
}

/**
 * Formats a date as "Today", "Yesterday" or "Sunday 28 February". Includes the year if it differs from that of `today`.
 */
export function formatRelativeDay(date: CalendarDate, today: CalendarDate): string {
  if (date === today) return 'Today';
  if (date === addDays(today, -1)) return 'Yesterday';
  const [text, year] = [formatWeekdayDate(date), getYear(date)];
  return year === getYear(today) ? text : `${text} ${year}`;
}

/** Formats a moment with an offset as "Sat 21 November, 7.30pm", for lists on a phone. */
export function formatShortDateTime(moment: string): string {
  return `${shortWeekday(moment.slice(0, 10))}, ${formatTime(moment)}`;
}

/** Formats a moment with an offset as "21 Nov 2026, 7.30pm", for a table column. Its spaces don't break. */
export function formatTableDateTime(moment: string): string {
  const day = moment.slice(0, 10);
  return `${formatShortDay(day)} ${getYear(day)}, ${formatTime(moment)}`.replaceAll(' ', '\u00a0');
}

const isMidnight = (moment: string) => moment.slice(11, 16) === '00:00';

/** Formats the time at which something ends today: "7.30pm", or "midnight", because people misread "12am". */
export const formatEndTime = (moment: string): string => (isMidnight(moment) ? 'midnight' : formatTime(moment));

/** Formats the end of something that may last into another day: "7.30pm" if it ends today, otherwise with the date. */
export function formatRelativeEnd(moment: string, today: CalendarDate): string {
  const lastDay = isMidnight(moment) ? addDays(moment.slice(0, 10), -1) : moment.slice(0, 10);
  return lastDay === today ? formatEndTime(moment) : formatEndDateTime(moment);
}

/**
 * Formats the time at which something ends: "Saturday 21 November 2026 at 7.30pm". Midnight belongs to the day that
 * ends: "Saturday 21 November 2026 at midnight".
 */
export function formatEndDateTime(moment: string): string {
  if (!isMidnight(moment)) return formatDateTime(moment);
  const lastDay = formatDateTime(`${addDays(moment.slice(0, 10), -1)}T00:00`);
  return lastDay.replace(/ at .*$/, ' at midnight');
}
