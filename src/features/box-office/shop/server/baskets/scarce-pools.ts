import { findTicketsOnHold, type HeldTicket, loadTicketCountLookup } from '#features/box-office/orders/server/index.ts';
import { isTicketOfType } from '#features/box-office/orders/tickets.ts';
import {
  countEmptyHouseSeats,
  findSeatsOfTickets,
  getPlaceAvailability,
  type PerformanceWithPublicTypes,
  parseSeatMarks,
} from '#features/box-office/performances/server/index.ts';
import { countAvailableSeats } from '#features/box-office/seating/server/index.ts';
import type { Id } from '#platform/server/crypto/ids.ts';
import type { DbReader } from '#platform/server/database/index.ts';
import type { Instant } from '#platform/shared/dates/dates.ts';
import { minute } from '#platform/shared/dates/durations.ts';
import { holdMinutes, maxTicketsPerBasket } from '../../basket.ts';

/**
 * A limited resource of a performance: its places, its wheelchair spaces, or the tickets of a limited type. One pool
 * can be scarce while another has plenty left.
 */
export interface TicketPool {
  /** The pool: "places", "wheelchair spaces" or "“Adult” tickets". */
  name: string;
  capacity: number;
  /** The number of places or tickets that visitors can still get. */
  free: number;
  /** The share that one network may hold unpaid. */
  share: HoldShare;
  /** Returns the number of the given tickets that belong to the pool. */
  count: (tickets: readonly PoolTicket[]) => number;
}

/** The fields of a ticket that decide whether it belongs to a pool. */
export interface PoolTicket {
  type_id: string;
  type: string;
  /** The seat's label; undefined if the ticket has no seat. */
  seat: string | undefined;
}

/** Lists the pools of a performance, the pool of its places first. */
export async function listTicketPools(
  db: DbReader,
  performance: PerformanceWithPublicTypes,
  now: Instant,
): Promise<TicketPool[]> {
  const { id, types } = performance;
  const { total, free } = await getPlaceAvailability(db, { performance: id, now });
  const houseSeats = (await countEmptyHouseSeats(db, [performance], now)).get(id) ?? 0;
  const pools: TicketPool[] = [
    {
      name: 'places',
      capacity: total,
      free: Math.max(0, free - houseSeats),
      share: placeHoldShare,
      count: ({ length }) => length,
    },
  ];
  if (performance.sells_seats === 1) {
    const marks = parseSeatMarks(performance);
    const isSpace = (seat: string | undefined) => seat !== undefined && marks[seat]?.kind === 'wheelchair';
    const capacity = Object.keys(marks).filter(isSpace).length;
    const spaces = capacity > 0 ? ((await countAvailableSeats(db, [performance], now)).get(id)?.spaces ?? 0) : 0;
    const count = (tickets: readonly PoolTicket[]) => tickets.filter(({ seat }) => isSpace(seat)).length;
    pools.push({ name: 'wheelchair spaces', capacity, free: spaces, share: wheelchairSpaceHoldShare, count });
  }
  const limited = types.filter(({ most }) => most !== null);
  const taken = await loadTicketCountLookup(db, limited.length > 0 ? [id] : [], now);
  const known: ReadonlySet<Id> = new Set(types.map((type) => type.id));
  for (const type of limited) {
    const capacity = type.most ?? 0;
    pools.push({
      name: `“${type.name}” tickets`,
      capacity,
      free: Math.max(0, capacity - taken(id, type)),
      share: placeHoldShare,
      count: (tickets) => tickets.filter((ticket) => isTicketOfType(ticket, type, known)).length,
    });
  }
  return pools;
}

/** Lists the tickets for a performance that the given baskets hold now. */
export async function listPoolTicketsOnHold(
  db: DbReader,
  { baskets, performance, now }: { baskets: readonly Id[]; performance: Id; now: Instant },
): Promise<(PoolTicket & Pick<HeldTicket, 'basket_id'>)[]> {
  const held = (await findTicketsOnHold(db, baskets, now)).filter(
    ({ performance_id }) => performance_id === performance,
  );
  const seats = await findSeatsOfTickets(
    db,
    held.map(({ id }) => id),
  );
  return held.map((ticket) => ({ ...ticket, seat: seats.get(ticket.id) }));
}

/** The share of a scarce resource that the unpaid baskets of one network may hold together. */
export interface HoldShare {
  /** The divisor of the share: one network may hold 1/`oneIn` of the places left. */
  oneIn: number;
  /** A party of this size is always allowed, however few places are left. */
  party: number;
  /** A party of this size is always allowed if places weren't scarce before the new hold. */
  partyBefore: number;
}

export const placeHoldShare: HoldShare = { oneIn: 4, party: 8, partyBefore: maxTicketsPerBasket };
/** The share of wheelchair spaces. It allows only smaller parties, because most halls have only two to six spaces. */
export const wheelchairSpaceHoldShare: HoldShare = { oneIn: 2, party: 2, partyBefore: 2 };

interface ScarcityState {
  share: HoldShare;
  capacity: number;
  /** The places that are free or held by the network. */
  left: number;
  /** The tickets that the network has paid for within the last hour. */
  paid: number;
  /** True if the pool was already scarce before the new hold. */
  wasScarce: boolean;
  /** The percentage of free places or tickets below which a pool is scarce. With 0, no pool is scarce. */
  percent: number;
}

/** Returns the number of free places or tickets below which a pool is scarce. */
export const getScarcityThreshold = ({ capacity, percent }: Pick<ScarcityState, 'capacity' | 'percent'>): number =>
  Math.ceil((capacity * percent) / 100);

/**
 * Returns the maximum number of tickets from a pool that the unpaid baskets of one network may hold together. It is the
 * larger of two numbers: the tickets that can be held before the pool becomes scarce, and the network's share, which is
 * always enough for a small party. Tickets that the network has just paid for are added to the share, because many
 * buyers may use the same address of a mobile network or a school.
 */
export function calculateMaxUnpaidTickets({ share, capacity, left, paid, wasScarce, percent }: ScarcityState): number {
  const untilScarce = left - getScarcityThreshold({ capacity, percent });
  const party = wasScarce ? share.party : share.partyBefore;
  return Math.max(untilScarce, Math.max(Math.floor(left / share.oneIn), party) + paid);
}

/** A basket whose hold ended unpaid. */
interface EndedBasket {
  created_at: Instant;
  held_until: Instant;
  /** The confirmation that the basket's free tickets still needed when the hold ended. */
  confirmation: '' | 'email' | 'box office' | 'declined';
}

/**
 * Returns the time from which a basket's hold counts, in milliseconds since the epoch. If its free tickets were waiting
 * for a confirmation, only the last ten minutes of the hold count.
 */
const getCountedStart = ({ created_at, held_until, confirmation }: EndedBasket): number => {
  const began = Date.parse(created_at);
  return confirmation === '' ? began : Math.max(began, Date.parse(held_until) - holdMinutes * minute);
};

/**
 * Returns the lapsed basket because of which a network has to wait: until an hour after that basket's end, it can't
 * hold scarce tickets. Undefined if the network needn't wait. A network waits once its lapsed holds, added up from the
 * latest to the earliest, reach `maxMs`. Overlapping holds count once, so that baskets that lapse at the same time
 * count as one. A basket that is emptied after a short time hardly counts.
 */
export function findBlockingLapsedBasket<Ended extends EndedBasket>(
  ended: readonly Ended[],
  maxMs: number,
): Ended | undefined {
  let covered = 0;
  let from = Number.POSITIVE_INFINITY;
  return ended
    .toSorted((a, b) => (a.held_until < b.held_until ? 1 : -1))
    .find((basket) => {
      const begins = getCountedStart(basket);
      covered += Math.max(0, Math.min(Date.parse(basket.held_until), from) - begins);
      from = Math.min(from, begins);
      return covered >= maxMs;
    });
}

/**
 * Returns the maximum total time in milliseconds of a network's unpaid holds within an hour: the length of two holds,
 * plus two for each paid basket. After that, the network has to wait. The limit is the same for wide networks, which
 * may already hold more tickets at once.
 */
export const calculateMaxUnpaidHoldMs = ({ paidBaskets }: { paidBaskets: number }): number =>
  (2 + 2 * paidBaskets) * holdMinutes * minute;
