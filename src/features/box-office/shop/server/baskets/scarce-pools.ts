import { findActiveHolds, type HeldTicket, loadTicketTypeCounts } from '#features/box-office/orders/server/index.ts';
import { isTicketOfType } from '#features/box-office/orders/ticket-type.ts';
import {
  countEmptyHouseSeats,
  countFreePlaces,
  findSeatsOfTickets,
  type PricedPerformance,
  parseSeatMarks,
} from '#features/box-office/performances/server/index.ts';
import { countAvailableSeats } from '#features/box-office/seating/server/index.ts';
import type { Id } from '#platform/server/crypto/ids.ts';
import type { DbReader } from '#platform/server/database/index.ts';
import type { Instant } from '#platform/shared/dates/dates.ts';
import { type HoldShare, placeHoldShare, wheelchairSpaceHoldShare } from '../../scarcity.ts';

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
  performance: PricedPerformance,
  now: Instant,
): Promise<TicketPool[]> {
  const { id, types } = performance;
  const { total, free } = await countFreePlaces(db, { performance: id, now });
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
  const taken = await loadTicketTypeCounts(db, limited.length > 0 ? [id] : [], now);
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
export async function listTicketsInBaskets(
  db: DbReader,
  { baskets, performance, now }: { baskets: readonly Id[]; performance: Id; now: Instant },
): Promise<(PoolTicket & Pick<HeldTicket, 'basket_id'>)[]> {
  const held = (await findActiveHolds(db, baskets, now)).filter(({ performance_id }) => performance_id === performance);
  const seats = await findSeatsOfTickets(
    db,
    held.map(({ id }) => id),
  );
  return held.map((ticket) => ({ ...ticket, seat: seats.get(ticket.id) }));
}
