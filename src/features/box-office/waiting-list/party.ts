import { addMs, hour, minute } from '#platform/shared/dates/durations.ts';

/** Returns the path of the form that joins the waiting list of a performance. */
export const joinWaitingListPath = (performance: string): string => `/tickets/waiting/${performance}`;
/** The path of the page that is shown after joining. */
export const joinedWaitingListPath = '/tickets/waiting/joined';
/** Returns the path of a party's page, with its status and the button to leave. */
export const waitingPartyPath = ({ id, key }: { id: string; key: string }): string => `/tickets/waiting/${id}/${key}`;
/** Returns the path of the page on which a party accepts its offer. */
export const offerPath = ({ id, key }: { id: string; key: string }): string => `/tickets/offer/${id}/${key}`;

/** The maximum size of a party: the number of tickets that fit in a basket. Larger parties write to the box office. */
export const maxPartySize = 20;

/**
 * The maximum number of confirmed parties for one show. More parties would wait in vain, because fewer places than that
 * are returned.
 */
export const maxConfirmedParties = 500;

/** The ways in which a wait can end. */
export type WaitOutcome = 'booked' | 'left' | 'declined' | 'lapsed' | 'removed';

/** Formats a number of places: "One place", "4 places". */
export const formatPlaces = (count: number): string => (count === 1 ? 'One place' : `${count} places`);

interface PartyWish {
  performances: readonly string[];
  offer?: { performance_id: string } | undefined;
}

/**
 * Returns the parties that wait for a performance or have an offer for it. Parties with an offer for another
 * performance are left out.
 */
export const filterPartiesByPerformance = <Listed extends PartyWish>(
  parties: readonly Listed[],
  performance: string,
): Listed[] =>
  parties.filter(({ performances, offer }) =>
    offer ? offer.performance_id === performance : performances.includes(performance),
  );

/** The text that a party reads while the payment for its offered places has no outcome. */
export const offerPaymentInProgressMessage =
  'We’re checking whether your card was charged for these places. Don’t pay again: reload the page in a few minutes.';

/**
 * The change that a party has asked for by joining its list again. It is in the link in the party's email or, on a site
 * without email, in the party's row.
 */
export interface RequestedChange {
  size: number;
  /** The ids of the performances. */
  dates: readonly string[];
}

/** The query key with which the link to a party's page contains a requested change. */
export const requestedChangeQueryKey = 'asked';

/** Formats a requested change for a link's query or the party's row: "3.aaaaaaaaaaaaaaaa.bbbbbbbbbbbbbbbb". */
export const formatRequestedChange = ({ size, dates }: RequestedChange): string => [size, ...dates].join('.');

/**
 * Parses a requested change from a link's query or the party's row; undefined if there is none, or if it is invalid.
 */
export function parseRequestedChange(asked: string | null): RequestedChange | undefined {
  const [count = '', ...dates] = (asked ?? '').split('.');
  const size = Number(count);
  return Number.isInteger(size) && size > 0 && size <= maxPartySize && dates.length > 0 ? { size, dates } : undefined;
}

/** Returns true if two requests differ in the number of places or in the performances, in whatever order these are. */
export const differsInSizeOrDates = (change: RequestedChange, party: RequestedChange): boolean =>
  change.size !== party.size || change.dates.toSorted().join() !== party.dates.toSorted().join();

/** The maximum duration of an offer. It lets people answer in the morning an email that arrived in the evening. */
const maxOfferMs = 12 * hour;

/**
 * The maximum duration of an offer to an unconfirmed party. It is short, because the address may be made up and other
 * people want the places.
 */
const maxUnconfirmedOfferMs = 30 * minute;

/** The minimum duration of an offer: people need it to read the email and find their card. */
const minOfferMs = 15 * minute;

/** In the last hour, tickets are sold at the door, so no places are held for offers. */
const doorSaleMs = hour;

/**
 * Returns the time until which offered places are held for a party. An offer lasts twelve hours, or thirty minutes for
 * an unconfirmed party, but at most half of the time until the sale ends, so that there is as much time again for the
 * next party. For offers, the sale counts as ended an hour before the performance. Returns undefined if the offer would
 * last less than a quarter of an hour.
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

/**
 * The maximum number of consecutive offers to unconfirmed parties. After these, the places are offered to other parties
 * or put on sale.
 */
export const maxConsecutiveUnconfirmedOffers = 2;

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
