import { addDays, type CalendarDate, formatDateTime, formatTime } from './dates.ts';

const isMidnight = (moment: string) => moment.slice(11, 16) === '00:00';

/** Formats the time at which something ends today: "7.30pm", or "midnight", because people misread "12am". */
export const formatEndTime = (moment: string): string => (isMidnight(moment) ? 'midnight' : formatTime(moment));

/** Formats the end of something that may last into another day: "7.30pm" if it ends today, otherwise with the date. */
export function formatEnd(moment: string, today: CalendarDate): string {
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
