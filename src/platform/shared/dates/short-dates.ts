// Dates in tables and narrow lists. Apart from the others, which every public page loads.
import { addDays, type CalendarDate, formatTime, formatWeekdayDate, getYear } from './dates.ts';

/** Formats a date as "28 Feb": in a row of a narrow list, if its year is obvious. */
export function formatShortDay(date: CalendarDate): string {
  const [, day, month = ''] = formatWeekdayDate(date).split(' ');
  return `${day} ${month.slice(0, 3)}`;
}

/** "Sat 21 November". */
function shortWeekday(date: CalendarDate): string {
  const [weekday = '', ...rest] = formatWeekdayDate(date).split(' ');
  return `${weekday.slice(0, 3)} ${rest.join(' ')}`;
}

/**
 * Formats a performance's date as "Today" or "Wed 14 April"; with its year if it is half a year past, or more than one
 * ahead.
 */
export function formatPerformanceDay(date: CalendarDate, today: CalendarDate): string {
  if (date === today) return 'Today';
  const text = shortWeekday(date);
  return date < addDays(today, -182) || date > addDays(today, 365) ? `${text} ${getYear(date)}` : text;
}

/** "Today", "Yesterday", "Sunday 28 February"; with its year where that isn't the year of `today`. */
export function formatRelativeDay(date: CalendarDate, today: CalendarDate): string {
  if (date === today) return 'Today';
  if (date === addDays(today, -1)) return 'Yesterday';
  const [text, year] = [formatWeekdayDate(date), getYear(date)];
  return year === getYear(today) ? text : `${text} ${year}`;
}

/** "Sat 21 November, 7.30pm", of a moment written with its offset: in a list that a phone must not cut off. */
export function formatShortMoment(moment: string): string {
  return `${shortWeekday(moment.slice(0, 10))}, ${formatTime(moment)}`;
}

/** "21 Nov 2026, 7.30pm", of a moment written with its offset: in the column of a table. Its spaces don't break. */
export function formatTableMoment(moment: string): string {
  const day = moment.slice(0, 10);
  return `${formatShortDay(day)} ${getYear(day)}, ${formatTime(moment)}`.replaceAll(' ', '\u00a0');
}
