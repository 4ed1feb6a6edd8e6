import { hour, later, minute } from '#platform/shared/durations.ts';

/** Overnight, and a morning. */
const longest = 12 * hour;

/** Nobody finds a mail and their card in less. */
const shortest = 15 * minute;

/** From then on tickets are sold at the door, and no place may stand empty for somebody who doesn't look at their mail. */
const beforeItBegins = hour;

/**
 * Until when places are kept for a party that waits: twelve hours, or half of the time that is left to sell them where
 * that is less, so that the next in line has as long. The sale ends an hour before the performance at the latest.
 * Undefined where less than a quarter of an hour would come of it: then places are offered to nobody.
 */
export function offeredUntil(
  now: string,
  { starts_at, on_sale_until }: { starts_at: string; on_sale_until: string | null },
): string | undefined {
  const begins = Date.parse(starts_at) - beforeItBegins;
  const ends = on_sale_until === null ? begins : Math.min(begins, Date.parse(on_sale_until));
  const lasts = Math.min(longest, (ends - Date.parse(now)) / 2);
  return lasts < shortest ? undefined : later(now, Math.floor(lasts));
}
