import { loadTicketCountLookup } from '#features/box-office/orders/server/index.ts';
import {
  countEmptyHouseSeats,
  countPlaces,
  type PerformanceWithTicketTypes,
} from '#features/box-office/performances/server/index.ts';
import type { Id } from '#platform/server/crypto/ids.ts';
import type { DbReader } from '#platform/server/database/index.ts';
import type { Instant } from '#platform/shared/dates/dates.ts';

/** Counts the places of each performance that are offered now, with or without those already in parties' baskets. */
export async function countOfferedPlaces(
  db: DbReader,
  performances: readonly Id[],
  now: Instant,
  { inBaskets = true } = {},
): Promise<Map<Id, number>> {
  if (performances.length === 0) return new Map();
  const rows = await db
    .selectFrom('waiting_party')
    .select(['performance_id', 'size'])
    .where('status', '=', 'offered')
    .where('offered_until', '>', now)
    .where('performance_id', 'in', performances)
    .$if(!inBaskets, (offers) => offers.where('basket_id', '=', ''))
    .execute();
  const byPerformance = Map.groupBy(rows, ({ performance_id }) => performance_id);
  return new Map([...byPerformance].map(([id, own]) => [id, own.reduce((sum, { size }) => sum + size, 0)]));
}

/**
 * The numbers of further tickets that a performance's types allow visitors to get. A number is negative if more are
 * offered to waiting parties than the types have left.
 */
export interface TicketsLeft {
  total: number;
  /** The tickets that can be bought without another ticket (all except companion tickets). */
  alone: number;
  /** Those of `alone` that cost something, so that companions can come with them. */
  paid: number;
}

/**
 * Counts how many more tickets each performance's types allow visitors to get. Performances with a type that is
 * unlimited and sold on its own are left out. Places that are offered, and not yet in a basket, count as taken.
 */
export async function countTicketsLeft(
  db: DbReader,
  performances: readonly PerformanceWithTicketTypes[],
  now: Instant,
): Promise<Map<Id, TicketsLeft>> {
  const limited = performances.filter(({ types }) =>
    types.every(({ most, needs_paying_ticket }) => most !== null || needs_paying_ticket === 1),
  );
  const ids = limited.map(({ id }) => id);
  const [countTaken, offered] = await Promise.all([
    loadTicketCountLookup(db, ids, now),
    countOfferedPlaces(db, ids, now, { inBaskets: false }),
  ]);
  return new Map(
    limited.map(({ id, types }) => {
      const sum = (counted: typeof types) =>
        counted.reduce(
          (total, type) => total + Math.max(0, (type.most ?? Number.POSITIVE_INFINITY) - countTaken(id, type)),
          0,
        );
      const alone = types.filter((type) => type.needs_paying_ticket === 0);
      const accompanied = types.filter((type) => type.needs_paying_ticket === 1);
      const promised = offered.get(id) ?? 0;
      const aloneLeft = sum(alone) - promised;
      // Parties may pay for all the tickets that they are offered, so nobody else's companions can come with these
      const paid = sum(alone.filter(({ pence }) => pence > 0)) - promised;
      const companions = Math.min(sum(accompanied), Math.max(0, paid));
      return [id, { total: aloneLeft + companions, alone: aloneLeft, paid }];
    }),
  );
}

/** The places that are left for visitors at a performance. */
interface PlacesLeft {
  left: number;
  /**
   * The places that any party can take, whichever tickets it needs. Those that only companions can have are left out,
   * because it isn't known whether a party has any.
   */
  leftForAnyParty: number;
  /** The places in unpaid baskets, without those offered to parties. */
  inBaskets: number;
}

/**
 * Counts the places left at each of these performances, without house seats, and no more than the ticket types allow.
 */
export async function countPlacesLeft(
  db: DbReader,
  performances: readonly PerformanceWithTicketTypes[],
  now: Instant,
): Promise<Map<Id, PlacesLeft>> {
  const ids = performances.map(({ id }) => id);
  const places = await countPlaces(db, ids, now);
  const houseSeats = await countEmptyHouseSeats(db, performances, now);
  const offered = await countOfferedPlaces(db, ids, now);
  const tickets = await countTicketsLeft(db, performances, now);
  return new Map(
    [...places].map(([id, { total, sold, held }]) => {
      const free = total - sold - held - (houseSeats.get(id) ?? 0);
      const limitTo = (most = Number.POSITIVE_INFINITY) => Math.max(0, Math.min(free, most));
      return [
        id,
        {
          left: limitTo(tickets.get(id)?.total),
          leftForAnyParty: limitTo(tickets.get(id)?.alone),
          inBaskets: Math.max(0, held - (offered.get(id) ?? 0)),
        },
      ];
    }),
  );
}
