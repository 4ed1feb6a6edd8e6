const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'] as const;
const WEEKDAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'] as const;

/**
 * Formats the key of a performance on the wire (docs/protocol.md): "Sat 7th Feb 7:30pm". Screens use `formatTime`.
 * @param moment with its offset
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

/** Formats a ticket type at a performance as the API names it: "Blithe Spirit - Sat 7th Feb 7:30pm - Adult". */
export const formatItemName = (show: string, moment: string, type: string): string =>
  `${show} - ${formatPerformanceKey(moment)} - ${type}`;
