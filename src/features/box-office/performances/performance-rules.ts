import type { Instant } from '#platform/shared/dates/dates.ts';
import { addMs } from '#platform/shared/dates/durations.ts';

/** Moves a local time, `2027-04-14T17:30`, by the difference between the local times `from` and `to`. */
export const shiftLocalTime = (local: string, { from, to }: { from: string; to: string }): string =>
  addMs(`${local}Z`, Date.parse(`${to}Z`) - Date.parse(`${from}Z`)).slice(0, 16);

interface SaleDates {
  starts_at: Instant;
  on_sale_from: Instant | null;
  on_sale_until: Instant | null;
}

/**
 * The state of a sale to visitors: not started, open or over. `at` is the time at which the sale opens, closes or
 * closed.
 */
type SaleStatus = { is: 'ahead' | 'open' | 'over'; at: Instant };

/**
 * Returns the state of a sale. A sale starts at its set start, or else at once. It ends at its set end or when the
 * performance starts, whichever is earlier.
 */
export function getSaleStatus({ starts_at, on_sale_from, on_sale_until }: SaleDates, now: Instant): SaleStatus {
  const until = on_sale_until !== null && on_sale_until < starts_at ? on_sale_until : starts_at;
  // A performance may have been moved to a time before its sale begins
  if (until <= now || (on_sale_from !== null && on_sale_from >= until)) return { is: 'over', at: until };
  if (on_sale_from !== null && on_sale_from > now) return { is: 'ahead', at: on_sale_from };
  return { is: 'open', at: until };
}

const companionWords = /companion|carer|personal assistant/i;

/** Returns true if the name and price of a ticket type suggest that it is for people who assist somebody. */
export const isCompanionType = ({ name, price }: { name: string; price: number }): boolean =>
  price === 0 && companionWords.test(name);

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'] as const;
const WEEKDAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'] as const;

/**
 * Formats the key by which the API identifies a performance (docs/protocol.md): "Sat 7th Feb 7:30pm". Screens use
 * `formatTime`.
 *
 * @param moment the start, with its UTC offset
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
