import { hour, later, minute } from '#platform/shared/dates/durations.ts';

/** Overnight, and a morning. */
const maxOfferMs = 12 * hour;

/** For an unconfirmed party: its address may be made up, and others could have the places. */
const maxUnconfirmedOfferMs = 30 * minute;

/** The minimum time in which people find an email and their card. */
const minOfferMs = 15 * minute;

/** After it tickets are sold at the door, so no place may be tied up by an unread email. */
const doorSaleMs = hour;

/**
 * Returns the time until which places are held for a waiting party: twelve hours, thirty minutes for an unconfirmed
 * one, or half of the remaining sale if that is less, so that the next party has as long. The sale ends an hour before
 * the performance at the latest. Undefined if that leaves less than a quarter of an hour: then nobody gets an offer.
 */
export function calculateOfferExpiry(
  now: string,
  { starts_at, on_sale_until }: { starts_at: string; on_sale_until: string | null },
  { isConfirmed = true } = {},
): string | undefined {
  const begins = Date.parse(starts_at) - doorSaleMs;
  const ends = on_sale_until === null ? begins : Math.min(begins, Date.parse(on_sale_until));
  const lasts = Math.min(isConfirmed ? maxOfferMs : maxUnconfirmedOfferMs, (ends - Date.parse(now)) / 2);
  return lasts < minOfferMs ? undefined : later(now, Math.floor(lasts));
}
