import type { HeldTicket } from '#features/box-office/orders/server/index.ts';
import { sortSeats } from '#features/box-office/performances/seat-labels.ts';
import {
  countEmptyHouseSeats,
  countPlaces,
  findPerformance,
  findSeatsOfTickets,
  type PerformanceWithTicketTypes,
  parseSeatMarks,
} from '#features/box-office/performances/server/index.ts';
import { allocateBestSeats, allocateChosenSeats } from '#features/box-office/seating/server/index.ts';
import type { Id } from '#platform/server/crypto/ids.ts';
import type { DbReader, DbTransaction } from '#platform/server/database/index.ts';
import { refuse, refuseFields } from '#platform/server/http/errors/http-error.ts';
import type { Instant } from '#platform/shared/dates/dates.ts';
import { formatMissingWheelchairSpaces } from '../../booking-advice.ts';

/** Finds the seats of a basket's tickets by performance, including those whose hold has expired. */
export async function findBasketSeats(db: DbReader, held: readonly HeldTicket[]): Promise<Map<Id, string[]>> {
  const seats = await findSeatsOfTickets(
    db,
    held.map(({ id }) => id),
  );
  return new Map(
    [...Map.groupBy(held, ({ performance_id }) => performance_id)].map(([performance, tickets]) => [
      performance,
      sortSeats(tickets.flatMap(({ id }) => seats.get(id) ?? [])),
    ]),
  );
}

/** Returns how many of the newly held places have to come from house seats. */
export async function countPlacesFromHouseSeats(
  tx: DbReader,
  performance: PerformanceWithTicketTypes,
  now: Instant,
): Promise<number> {
  const houseSeats = (await countEmptyHouseSeats(tx, [performance], now)).get(performance.id) ?? 0;
  if (houseSeats === 0) return 0;
  const { total, sold, held } = (await countPlaces(tx, [performance.id], now)).get(performance.id) ?? noPlaces;
  return Math.max(0, houseSeats - (total - sold - held));
}

const noPlaces = { total: 0, sold: 0, held: 0 };

/** Counts the wheelchair spaces among seats. */
export function countWheelchairSpaces(
  performance: Pick<PerformanceWithTicketTypes, 'seat_marks'>,
  seats: readonly string[],
): number {
  const marks = parseSeatMarks(performance);
  return seats.filter((seat) => marks[seat]?.kind === 'wheelchair').length;
}

/** The numbered seats that a visitor wants. */
export interface VisitorSeatChoice {
  /** The chosen seats. If empty, the best seats are assigned. */
  chosen: readonly string[];
  /** The number of wheelchair users. Undefined if the visitor wasn't asked. */
  wheelchairs: number | undefined;
}

/**
 * Assigns seats to a basket's tickets, if the performance sells numbered seats: the chosen seats, or the best seats
 * with as many of the former seats as possible.
 * @throws HttpError if there are too few seats or wheelchair spaces, or the chosen seats can't be sold
 */
export async function assignSeatsToHeldTickets(
  tx: DbTransaction,
  performance: PerformanceWithTicketTypes,
  {
    wheelchairs = 0,
    chosen = [],
    had,
    ...hold
  }: { tickets: readonly Id[]; until: Instant; now: Instant; had: readonly string[] } & Partial<VisitorSeatChoice>,
): Promise<void> {
  if (performance.sells_seats === 0) return;
  if (chosen.length > 0) {
    const fault = await allocateChosenSeats(tx, performance, { ...hold, seats: chosen });
    if (fault) refuse(409, fault.says, { seats: fault.says });
    const missing = formatMissingWheelchairSpaces({ spaces: countWheelchairSpaces(performance, chosen), wheelchairs });
    if (missing) refuse(409, missing, { seats: missing });
    return;
  }
  if (await allocateBestSeats(tx, performance, { ...hold, had, wheelchairs })) return;
  if (wheelchairs > 0) {
    const none = `For this performance, there ${wheelchairs > 1 ? 'aren’t that many wheelchair spaces' : 'are no wheelchair spaces'} left${hold.tickets.length > wheelchairs ? ' with seats for the rest of your party' : ''}`;
    refuseFields({ wheelchair: `${none}. Contact us and we’ll see what we can do.` });
  }
  refuse(
    409,
    'Apart from wheelchair spaces and companion seats, there aren’t enough seats left. Choose fewer tickets, or another performance.',
  );
}

/**
 * Assigns new seats, next to the rest of the order, to sold tickets whose seats others took after the hold had expired.
 * If too few seats are free, staff see the tickets as unseated.
 */
export async function assignSeatsToSoldTickets(
  tx: DbTransaction,
  tickets: readonly { id: Id; performance_id: Id }[],
  now: Instant,
): Promise<void> {
  for (const [id, own] of Map.groupBy(tickets, ({ performance_id }) => performance_id)) {
    const performance = await findPerformance(tx, id);
    if (!performance || performance.sells_seats === 0) continue;
    const ids = own.map((ticket) => ticket.id);
    const seats = await findSeatsOfTickets(tx, ids);
    const unseated = ids.filter((ticket) => !seats.has(ticket));
    if (unseated.length === 0) continue;
    await allocateBestSeats(tx, performance, { tickets: unseated, beside: [...seats.values()], until: null, now });
  }
}
