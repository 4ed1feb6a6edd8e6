import { showPath } from '#features/archive/shows/paths.ts';
import { buildShowPosterUrl, findShow, loadPosterContext } from '#features/archive/shows/server/index.ts';
import { type HeldTicket, loadTicketCountLookup } from '#features/box-office/orders/server/index.ts';
import { getSaleStatus } from '#features/box-office/performances/performance-rules.ts';
import {
  countPlaces,
  getDoorTime,
  isPerformanceCancelled,
  type PerformanceWithPublicTypes,
} from '#features/box-office/performances/server/index.ts';
import { countAvailableSeats } from '#features/box-office/seating/server/index.ts';
import {
  countOfferedPlaces,
  countTicketsLeft,
  type TicketsLeft,
} from '#features/box-office/waiting-list/server/index.ts';
import { readSettings } from '#features/society/settings/server/index.ts';
import type { Id } from '#platform/server/crypto/ids.ts';
import type { DbReader } from '#platform/server/database/index.ts';
import type { Instant } from '#platform/shared/dates/dates.ts';
import { formatIsoWithOffset } from '#platform/shared/dates/local-time.ts';
import { calculateAvailability } from '../availability.ts';
import type { ShopPerformance, ShopShow } from '../contract.ts';

/** Finds a show, as the shop displays it. Undefined if it isn't on the site. */
export async function findShopShow(db: DbReader, id: Id): Promise<ShopShow | undefined> {
  const show = await findShow(db, id);
  if (!show) return undefined;
  const posters = await loadPosterContext(db, (await readSettings(db)).siteName);
  const { title, author, venue, first_date, first_date_precision, date, date_precision } = show;
  const run = { first_date, first_date_precision, date, date_precision };
  return { id, title, author, venue, ...run, link: showPath(show), poster: buildShowPosterUrl(show, posters) };
}

/** The visitor's own places, for which they can choose tickets of other types. */
interface OwnPlaces {
  /** The tickets that the visitor's basket holds. */
  held: readonly HeldTicket[];
  /** The number of places that are offered to the visitor and not in a basket. */
  offered?: number;
}

/**
 * Converts performances to the shop's views of them, with their current availability. The visitor's own tickets of a
 * type aren't counted among the tickets left of that type.
 */
export async function buildShopPerformances(
  db: DbReader,
  performances: readonly PerformanceWithPublicTypes[],
  now: Instant,
  own: OwnPlaces = { held: [] },
): Promise<ShopPerformance[]> {
  const { timeZone } = await readSettings(db);
  const ids = performances.map(({ id }) => id);
  const isLimited = performances.some(({ types }) => types.some(({ most }) => most !== null));
  const [places, offered, tickets, taken, forSale] = await Promise.all([
    countPlaces(db, ids, now),
    countOfferedPlaces(db, ids, now),
    countTicketsLeft(
      db,
      performances.filter(({ types }) => types.length > 0),
      now,
    ),
    loadTicketCountLookup(db, isLimited ? ids : [], now),
    countAvailableSeats(db, performances, now),
  ]);
  return performances.map((performance) => {
    const { id, starts_at, notes, types } = performance;
    const { is, at } = getSaleStatus(performance, now);
    const numbered = performance.sells_seats === 1;
    return {
      id,
      starts_at: formatIsoWithOffset(starts_at, timeZone),
      doors_at: getDoorTime(performance, timeZone),
      notes,
      cancelled: isPerformanceCancelled(performance),
      sale: { is, at: formatIsoWithOffset(at, timeZone) },
      availability: calculateAvailability({
        ...toVisitorPlaces(places.get(id), forSale.get(id), { numbered, tickets: tickets.get(id)?.total }),
        offered: offered.get(id) ?? 0,
      }),
      numbered,
      has_wheelchair_spaces: forSale.get(id)?.hasSpaces ?? false,
      wheelchair_spaces: numbered ? (forSale.get(id)?.spaces ?? 0) : 0,
      types: types.map(({ id: type, name, about, pence, most, needs_paying_ticket }) => ({
        ...{ id: type, name, about, pence, needs_paying_ticket: needs_paying_ticket === 1 },
        left:
          most === null
            ? null
            : limitTicketsLeft(most - taken(id, { id: type, name }), tickets.get(id), { type, performance, own }),
      })),
    };
  });
}

/**
 * Limits the tickets left of a type to tickets that aren't offered to waiting parties. The visitor can exchange tickets
 * for those of another type, so the free tickets and the visitor's own are counted together.
 */
function limitTicketsLeft(
  left: number,
  tickets: TicketsLeft | undefined,
  { type, performance: { id, types }, own }: { type: Id; performance: PerformanceWithPublicTypes; own: OwnPlaces },
): number {
  if (!tickets) return Math.max(0, left);
  const held = own.held.filter(({ performance_id }) => performance_id === id);
  const isCompanion = (typeId: Id) => types.find((one) => one.id === typeId)?.needs_paying_ticket === 1;
  const others = held.filter(({ type_id, pence }) => !isCompanion(type_id) && (pence > 0 || !isCompanion(type)));
  const free = Math.max(0, (isCompanion(type) ? tickets.paid : tickets.alone) + (own.offered ?? 0));
  return Math.max(0, Math.min(left, free + others.length - countHeldTicketsOfType(held, type)));
}

/** Counts the held tickets of one type. */
export const countHeldTicketsOfType = (held: readonly HeldTicket[], type: Id): number =>
  held.filter(({ type_id }) => type_id === type).length;

/**
 * Returns the places for visitors, without house seats. The free places are limited to the `tickets` that are left and,
 * if seats are numbered, to the free seats.
 */
function toVisitorPlaces(
  { total, sold, held }: Places = { total: 0, sold: 0, held: 0 },
  { houseSeats, free }: ForSale = { houseSeats: 0, free: 0 },
  { numbered, tickets = Number.POSITIVE_INFINITY }: { numbered: boolean; tickets: number | undefined },
): Places {
  const most = Math.min(total - houseSeats, sold + held + Math.max(0, Math.min(tickets, numbered ? free : tickets)));
  return { total: most, hall: total, sold, held };
}

type Places = Parameters<typeof calculateAvailability>[0];
type ForSale = { houseSeats: number; free: number };
