// Functions that format dates in tables and narrow lists. Separate from `dates.ts`, which every public page loads.
import { addDays, type CalendarDate, formatTime, formatWeekdayDate, getYear } from './dates.ts';

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
