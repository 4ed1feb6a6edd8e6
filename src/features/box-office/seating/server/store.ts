import { findValidTickets, type SoldTicket } from '#features/box-office/orders/server/index.ts';
import { seatsPerRow } from '#features/box-office/performances/capacity.ts';
import { sortSeats } from '#features/box-office/performances/seat-labels.ts';
import {
  findPerformance,
  hiddenSeats,
  isTakenAt,
  listPerformances,
  listSeatAssignments,
  replaceSeats,
  seatMarks,
} from '#features/box-office/performances/server/index.ts';
import type { Id } from '#platform/server/crypto/ids.ts';
import type { DbReader, DbTransaction } from '#platform/server/database/index.ts';
import { notFound } from '#platform/server/http/errors/http-error.ts';
import type { Instant } from '#platform/shared/dates/dates.ts';

/** The seat assignments of a performance. */
export interface PerformanceSeating {
  /** Orders' references by seat. */
  assignments: Record<string, string>;
  /** Tickets that have no seat. */
  newSeats: number;
}

/** For each of these performances. Held seats don't belong to anybody yet. */
export async function findPerformanceSeating(
  db: DbReader,
  performances: readonly Id[],
): Promise<Map<Id, PerformanceSeating>> {
  if (performances.length === 0) return new Map();
  const rows = Map.groupBy(await listSeatAssignments(db, performances), ({ performance_id }) => performance_id);
  const tickets = Map.groupBy(await findValidTickets(db, performances), ({ performance_id }) => performance_id);
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

/** Returns the seats of a performance that visitors hold while they choose and pay. */
export async function heldSeats(db: DbReader, performance: Id, now: Instant): Promise<string[]> {
  const rows = await listSeatAssignments(db, [performance]);
  return rows.filter((row) => row.held_until !== null && isTakenAt(row, now)).map(({ seat }) => seat);
}

/**
 * Assigns exactly these seats to tickets of these orders, apart from seats that visitors hold. A ticket stays with its
 * seat if its order does.
 * @returns seats that a visitor holds: the caller must then refuse, so that the transaction is undone
 */
export async function saveSeats(
  tx: DbTransaction,
  performance: Id,
  {
    assignments,
    tickets,
    now,
  }: {
    assignments: Readonly<Record<string, string>>;
    tickets: readonly Pick<SoldTicket, 'id' | 'ref'>[];
    now: Instant;
  },
): Promise<'saved' | { taken: string[] }> {
  const refs = new Map(tickets.map(({ id, ref }) => [id, `${ref}`]));
  const rows = (await listSeatAssignments(tx, [performance])).filter(({ held_until }) => held_until === null);
  const stays = rows.filter(({ seat, ticket_id }) => {
    const ref = refs.get(ticket_id);
    return ref !== undefined && ref === assignments[seat];
  });
  const staying = new Set(stays.map(({ seat }) => seat));
  const seated = new Set(stays.map(({ ticket_id }) => ticket_id));
  const standing = Map.groupBy(
    tickets.filter(({ id }) => !seated.has(id)),
    ({ ref }) => `${ref}`,
  );
  const coming = sortSeats(Object.keys(assignments)).flatMap((seat) => {
    if (staying.has(seat)) return [];
    const ticket = standing.get(assignments[seat] ?? '')?.shift();
    return ticket ? [{ seat, ticket: ticket.id }] : [];
  });
  const freed = rows.filter(({ seat }) => !staying.has(seat)).map(({ ticket_id }) => ticket_id);
  const taken = await replaceSeats(tx, { performance, freed, seats: coming, now });
  return taken === 'taken' ? 'saved' : taken;
}

/** Pence by ticket type: the ticket prices of a performance. */
export async function pricesAt(
  db: DbReader,
  { id, show_id }: { id: Id; show_id: Id },
): Promise<Record<string, number>> {
  const types = (await listPerformances(db, show_id)).find((one) => one.id === id)?.types ?? [];
  return Object.fromEntries(types.map(({ name, pence }) => [name, pence]));
}

/** Returns a performance with its seat assignments and its ticket prices. @throws Refusal 404 */
export async function currentSeating(db: DbReader, id: Id) {
  const performance = (await findPerformance(db, id)) ?? notFound();
  const { assignments, newSeats } = (await findPerformanceSeating(db, [id])).get(id) ?? {
    assignments: {},
    newSeats: 0,
  };
  return {
    performance,
    layout: {
      rowCount: performance.row_count,
      hiddenSeats: hiddenSeats(performance),
      newSeats,
      fullWidth: seatsPerRow,
    },
    assignments,
    marks: seatMarks(performance),
    ticket_pricing: await pricesAt(db, performance),
    version: performance.plan_version,
  };
}
