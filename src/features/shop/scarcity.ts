import type { Instant } from '#platform/shared/dates.ts';
import { minute } from '#platform/shared/durations.ts';
import { holdMinutes, mostInBasket } from './basket.ts';

/** A party that a network can always hold tickets for, however few are left. */
export const smallParty = 8;

export interface Scarcity {
  /** How many may come in all. */
  capacity: number;
  /** The places that are neither sold, nor withheld, nor held by other networks. */
  left: number;
  /** Tickets that the network has paid for within the last hour. */
  paid: number;
  /** Whether the performance was scarce before the network held more. */
  wasScarce: boolean;
  /** Below which share of its places, in per cent, a performance is scarce. 0 never makes it so. */
  percent: number;
}

/** The number of places below which a performance is scarce. */
export const scarceBelow = ({ capacity, percent }: Pick<Scarcity, 'capacity' | 'percent'>): number =>
  Math.ceil((capacity * percent) / 100);

/**
 * Returns how many tickets for a performance one network's unpaid baskets may hold together: as many as it likes while
 * that leaves the performance plentiful, otherwise a quarter of what is left, but always a party of eight, or one full
 * basket if the performance was plentiful before. What it has paid for lately comes on top, for the many buyers who
 * share the address of a mobile network or a school.
 */
export function mostUnpaid({ capacity, left, paid, wasScarce, percent }: Scarcity): number {
  const untilScarce = left - scarceBelow({ capacity, percent });
  const party = wasScarce ? smallParty : mostInBasket;
  return Math.max(untilScarce, Math.max(Math.floor(left / 4), party) + paid);
}

/** A basket that ended unpaid. */
interface EndedBasket {
  created_at: Instant;
  held_until: Instant;
}

/**
 * Returns how far a basket that ended unpaid counts as lapsed: wholly once it held its tickets for ten minutes, and less
 * where it was emptied before that, so that tickets put back at once count for next to nothing.
 */
const lapsedShare = ({ created_at, held_until }: EndedBasket): number =>
  Math.min(1, (Date.parse(held_until) - Date.parse(created_at)) / (holdMinutes * minute));

/**
 * Returns the basket whose end, with those after it, makes the network wait until an hour later; undefined where the
 * network need not wait.
 */
export function lapseToWaitFor<Ended extends EndedBasket>(ended: readonly Ended[], most: number): Ended | undefined {
  let lapsed = 0;
  return ended
    .toSorted((a, b) => (a.held_until < b.held_until ? 1 : -1))
    .find((basket) => {
      lapsed += lapsedShare(basket);
      return lapsed >= most;
    });
}

/** How many baskets may lapse unpaid within an hour before their network waits; each paid one allows two more. */
export const mostLapses = ({ factor, paidBaskets }: { factor: number; paidBaskets: number }): number =>
  2 * factor + 2 * paidBaskets;
