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

/** A waiting party, and the performances that would suit it, the earliest first. */
export interface OfferCandidate {
  id: string;
  size: number;
  dates: readonly string[];
  /** True if its owner or the box office has confirmed it. */
  isConfirmed: boolean;
}

/**
 * Returns the parties to offer places: the first for whom there are enough at one of their performances, then the next.
 * A large party that doesn't fit yet delays nobody behind it, and keeps its position. Unconfirmed parties come after
 * all others, and get at most `unconfirmedOffers` of each performance.
 */
export function allocateOffers<Waiting extends OfferCandidate>(
  line: readonly Waiting[],
  free: ReadonlyMap<string, number>,
  unconfirmedOffers: ReadonlyMap<string, number> = new Map(),
): { party: Waiting; performance: string }[] {
  const left = new Map(free);
  const offersLeft = new Map(unconfirmedOffers);
  const { confirmed = [], unconfirmed = [] } = Object.groupBy(line, ({ isConfirmed }) =>
    isConfirmed ? 'confirmed' : 'unconfirmed',
  );
  return [...confirmed, ...unconfirmed].flatMap((party) => {
    const mayHave = (date: string) => party.isConfirmed || (offersLeft.get(date) ?? 0) > 0;
    const performance = party.dates.find((date) => (left.get(date) ?? 0) >= party.size && mayHave(date));
    if (performance === undefined) return [];
    left.set(performance, (left.get(performance) ?? 0) - party.size);
    if (!party.isConfirmed) offersLeft.set(performance, (offersLeft.get(performance) ?? 0) - 1);
    return [{ party, performance }];
  });
}
