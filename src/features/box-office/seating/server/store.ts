import { findValidPerformanceTickets, type TicketWithOrder } from '#features/box-office/orders/server/index.ts';
import { seatsPerRow, sortSeats } from '#features/box-office/performances/seats.ts';
import {
  findPerformance,
  isSeatTakenAt,
  listPerformances,
  listSeatAssignments,
  parseHiddenSeats,
  parseSeatMarks,
  reassignSeats,
} from '#features/box-office/performances/server/index.ts';
import type { Id } from '#platform/server/crypto/ids.ts';
import type { DbReader, DbTransaction } from '#platform/server/database/index.ts';
import { refuseNotFound } from '#platform/server/http/errors/http-error.ts';
import type { Instant } from '#platform/shared/dates/dates.ts';
import type { HouseSeatGroup } from '../contract.ts';

export interface PerformanceSeating {
  /** Order references by seat label. */
  assignments: Record<string, string>;
  /** The number of tickets without a seat. */
  newSeats: number;
}

/** Finds the seat assignments of each of these performances, without held seats. */
export async function findSeatingByPerformance(
  db: DbReader,
  performances: readonly Id[],
): Promise<Map<Id, PerformanceSeating>> {
  if (performances.length === 0) return new Map();
  const rows = Map.groupBy(await listSeatAssignments(db, performances), ({ performance_id }) => performance_id);
  const tickets = Map.groupBy(
    await findValidPerformanceTickets(db, performances),
    ({ performance_id }) => performance_id,
  );
  return new Map(
    performances.map((id) => {
      const live = new Map((tickets.get(id) ?? []).map((ticket) => [ticket.id, ticket]));
      const seats = (rows.get(id) ?? []).flatMap(({ seat, ticket_id }) => {
        const ticket = live.get(ticket_id);
        return ticket ? [[seat, `${ticket.ref}`] as const] : [];
      });
      return [id, { assignments: Object.fromEntries(seats), newSeats: live.size - seats.length }];
    }),
  );
}

/** Lists the house seats of performances with numbered seats, grouped by reason and release. */
export async function listHouseSeatGroups(db: DbReader, performances: readonly Id[]): Promise<HouseSeatGroup[]> {
  const found: HouseSeatGroup[] = [];
  for (const performance_id of performances) {
    const performance = await findPerformance(db, performance_id);
    if (!performance || performance.sells_seats === 0) continue;
    const marks = Object.entries(parseSeatMarks(performance)).filter(([, { reason }]) => reason !== '');
    for (const group of Map.groupBy(marks, ([, { reason, release }]) => `${release} ${reason}`).values()) {
      const [first] = group;
      if (!first) continue;
      const [, { reason, release }] = first;
      found.push({ performance_id, seats: sortSeats(group.map(([seat]) => seat)), reason, release });
    }
  }
  return found;
}

/** Lists the seats of a performance that visitors hold while they choose and pay. */
export async function listHeldSeats(db: DbReader, performance: Id, now: Instant): Promise<string[]> {
  const rows = await listSeatAssignments(db, [performance]);
  return rows.filter((row) => row.held_until !== null && isSeatTakenAt(row, now)).map(({ seat }) => seat);
}

/**
 * Assigns seats to tickets according to a plan's `assignments`, and frees all other seats except held ones. A ticket
 * keeps its seat if the order keeps it.
 * @returns "saved", or as `taken` the seats that a visitor holds. In that case, the caller must throw, so that the
 * transaction is rolled back
 */
export async function saveSeatAssignments(
  tx: DbTransaction,
  performance: Id,
  {
    assignments,
    tickets,
    now,
  }: {
    assignments: Readonly<Record<string, string>>;
    tickets: readonly Pick<TicketWithOrder, 'id' | 'ref'>[];
    now: Instant;
  },
): Promise<'saved' | { taken: string[] }> {
  const refs = new Map(tickets.map(({ id, ref }) => [id, `${ref}`]));
  const rows = (await listSeatAssignments(tx, [performance])).filter(({ held_until }) => held_until === null);
  const kept = rows.filter(({ seat, ticket_id }) => {
    const ref = refs.get(ticket_id);
    return ref !== undefined && ref === assignments[seat];
  });
  const keptSeats = new Set(kept.map(({ seat }) => seat));
  const seated = new Set(kept.map(({ ticket_id }) => ticket_id));
  const unseated = Map.groupBy(
    tickets.filter(({ id }) => !seated.has(id)),
    ({ ref }) => `${ref}`,
  );
  const added = sortSeats(Object.keys(assignments)).flatMap((seat) => {
    if (keptSeats.has(seat)) return [];
    const ticket = unseated.get(assignments[seat] ?? '')?.shift();
    return ticket ? [{ seat, ticket: ticket.id }] : [];
  });
  const freed = rows.filter(({ seat }) => !keptSeats.has(seat)).map(({ ticket_id }) => ticket_id);
  const outcome = await reassignSeats(tx, { performance, freed, seats: added, now });
  return outcome === 'assigned' ? 'saved' : outcome;
}

/** Finds the ticket prices of a performance, in pence by ticket type. */
export async function findTicketPrices(
  db: DbReader,
  { id, show_id }: { id: Id; show_id: Id },
): Promise<Record<string, number>> {
  const types = (await listPerformances(db, show_id)).find((performance) => performance.id === id)?.types ?? [];
  return Object.fromEntries(types.map(({ name, pence }) => [name, pence]));
}

/**
 * Loads a performance with its plan, seat assignments and ticket prices.
 * @throws HttpError 404
 */
export async function loadSeating(db: DbReader, id: Id) {
  const performance = (await findPerformance(db, id)) ?? refuseNotFound();
  const { assignments, newSeats } = (await findSeatingByPerformance(db, [id])).get(id) ?? {
    assignments: {},
    newSeats: 0,
  };
  return {
    performance,
    layout: {
      rowCount: performance.row_count,
      hiddenSeats: parseHiddenSeats(performance),
      newSeats,
      fullWidth: seatsPerRow,
    },
    assignments,
    marks: parseSeatMarks(performance),
    ticket_pricing: await findTicketPrices(db, performance),
    version: performance.plan_version,
  };
}
