const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'] as const;
const WEEKDAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'] as const;

/**
 * "Sat 7th Feb 7:30pm", of a moment written with its offset: the key of a performance on the wire (docs/protocol.md).
 * Screens write times as `formatTime` does.
 */
export function formatPerformanceKey(moment: string): string {
  const [year = 0, month = 1, day = 1, hour = 0] = moment.split(/\D/).map(Number);
  const weekday = WEEKDAYS[new Date(Date.UTC(year, month - 1, day)).getUTCDay()];
  const time = `${hour % 12 || 12}:${moment.slice(14, 16)}${hour < 12 ? 'am' : 'pm'}`;
  return `${weekday} ${day}${ordinal(day)} ${MONTHS[month - 1]} ${time}`;
}

function ordinal(day: number): string {
  if (day > 10 && day < 14) return 'th';
  return ['th', 'st', 'nd', 'rd'][day % 10] ?? 'th';
}

/** "Blithe Spirit - Sat 7th Feb 7:30pm - Adult": the protocol's name of a ticket type at a performance. */
export const itemName = (show: string, moment: string, type: string): string =>
  `${show} - ${formatPerformanceKey(moment)} - ${type}`;
