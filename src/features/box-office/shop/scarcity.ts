import type { Instant } from '#platform/shared/dates/dates.ts';
import { minute } from '#platform/shared/dates/durations.ts';
import { holdMinutes, maxTicketsPerBasket } from './basket.ts';

/** The amount of a scarce resource that the unpaid baskets of one network may hold together. */
export interface HoldShare {
  /** The divisor of the remaining places. */
  oneIn: number;
  /** A party that it can always hold, however few are left. */
  party: number;
  /** The same while there was plenty before. */
  partyBefore: number;
}

export const shareOfPlaces: HoldShare = { oneIn: 4, party: 8, partyBefore: maxTicketsPerBasket };
/** A performance has two to six of them, so a party of eight would take all. */
export const shareOfWheelchairSpaces: HoldShare = { oneIn: 2, party: 2, partyBefore: 2 };

export interface Scarcity {
  share: HoldShare;
  /** The capacity. */
  capacity: number;
  /** The places that are neither sold, nor withheld, nor held by other networks. */
  left: number;
  /** Tickets that the network has paid for within the last hour. */
  paid: number;
  /** True if the performance was scarce before the network held more. */
  wasScarce: boolean;
  /** The share of its places, in per cent, below which a performance is scarce. 0 never makes it so. */
  percent: number;
}

/** Returns the number of places below which a performance is scarce. */
export const getScarcityThreshold = ({ capacity, percent }: Pick<Scarcity, 'capacity' | 'percent'>): number =>
  Math.ceil((capacity * percent) / 100);

/**
 * Returns the maximum number of tickets for a performance that one network's unpaid baskets may hold together: any
 * number that leaves the performance plentiful, otherwise its share of the remaining ones, but always a small party.
 * Recent purchases come on top, for the many buyers who share the address of a mobile network or a school.
 */
export function calculateMaxUnpaid({ share, capacity, left, paid, wasScarce, percent }: Scarcity): number {
  const untilScarce = left - getScarcityThreshold({ capacity, percent });
  const party = wasScarce ? share.party : share.partyBefore;
  return Math.max(untilScarce, Math.max(Math.floor(left / share.oneIn), party) + paid);
}

/** A basket that ended unpaid. */
interface EndedBasket {
  created_at: Instant;
  held_until: Instant;
  /** The one that had to confirm its free tickets when it ended. */
  confirmation: '' | 'email' | 'box office' | 'declined';
}

/**
 * Returns the moment from which a basket's time counts: from its start, or only its last ten minutes if its buyer just
 * had to confirm it.
 */
const getCountedStart = ({ created_at, held_until, confirmation }: EndedBasket): number => {
  const began = Date.parse(created_at);
  return confirmation === '' ? began : Math.max(began, Date.parse(held_until) - holdMinutes * minute);
};

/**
 * Returns the basket whose end, with those after it, makes the network wait until an hour later; undefined if the
 * network need not wait. The time during which any of them held its tickets counts, and counts once: many that expire
 * at the same moment count as one, and one that was emptied at once is next to nothing.
 */
export function findBlockingLapse<Ended extends EndedBasket>(
  ended: readonly Ended[],
  mostMs: number,
): Ended | undefined {
  let covered = 0;
  let from = Number.POSITIVE_INFINITY;
  return ended
    .toSorted((a, b) => (a.held_until < b.held_until ? 1 : -1))
    .find((basket) => {
      const begins = getCountedStart(basket);
      covered += Math.max(0, Math.min(Date.parse(basket.held_until), from) - begins);
      from = Math.min(from, begins);
      return covered >= mostMs;
    });
}

/**
 * Returns the time for which baskets of a network may hold tickets within an hour without paying before it has to wait:
 * the time of two baskets, and of two more for each paid one. A wide network has no longer, because it holds no less at
 * a time.
 */
export const getMaxLapsedMs = ({ paidBaskets }: { paidBaskets: number }): number =>
  (2 + 2 * paidBaskets) * holdMinutes * minute;
