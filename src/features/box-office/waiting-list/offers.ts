import { addMs, hour, minute } from '#platform/shared/dates/durations.ts';

/** The maximum duration of an offer. It lets people answer in the morning an email that arrived in the evening. */
const maxOfferMs = 12 * hour;

/**
 * The maximum duration of an offer to an unconfirmed party. It is short because the party's address may be made up
 * while others want the places.
 */
const maxUnconfirmedOfferMs = 30 * minute;

/** The minimum duration of an offer: people need it to read the email and find their card. */
const minOfferMs = 15 * minute;

/** In the last hour, tickets are sold at the door, so no places are held for offers. */
const doorSaleMs = hour;

/**
 * Returns the time until which offered places are held for a party. That is twelve hours, or thirty minutes for an
 * unconfirmed party, but at most half of the time until the sale ends, so that the next party has as much time. For
 * offers, the sale counts as ended an hour before the performance. Returns undefined if the offer would last less than
 * a quarter of an hour.
 */
export function calculateOfferExpiry(
  now: string,
  { starts_at, on_sale_until }: { starts_at: string; on_sale_until: string | null },
  { isConfirmed = true } = {},
): string | undefined {
  const begins = Date.parse(starts_at) - doorSaleMs;
  const ends = on_sale_until === null ? begins : Math.min(begins, Date.parse(on_sale_until));
  const lasts = Math.min(isConfirmed ? maxOfferMs : maxUnconfirmedOfferMs, (ends - Date.parse(now)) / 2);
  return lasts < minOfferMs ? undefined : addMs(now, Math.floor(lasts));
}

/** A waiting party, and the performances that would suit it, the earliest first. */
interface OfferCandidate {
  id: string;
  size: number;
  dates: readonly string[];
  /** True once the party is confirmed, by its own link or by the box office. */
  isConfirmed: boolean;
}

/**
 * Allocates free places to waiting parties in their order. Each party gets places at the earliest of its performances
 * that has enough for the whole party. A party that is too large keeps its position, and smaller parties behind it
 * aren't delayed. Unconfirmed parties come after all others, and get at most `unconfirmedOffers` offers for each
 * performance.
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
