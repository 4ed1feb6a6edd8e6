import { mostInBasket } from './basket.ts';

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

/** How many baskets may lapse unpaid within an hour before their network waits; each paid one allows two more. */
export const mostLapses = ({ factor, paidBaskets }: { factor: number; paidBaskets: number }): number =>
  2 * factor + 2 * paidBaskets;
