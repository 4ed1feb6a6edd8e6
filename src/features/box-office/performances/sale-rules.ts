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
