import { comingTo, type SoldTicket } from '#features/box-office/orders/server/index.ts';
import { sortSeats } from '#features/box-office/performances/seat-labels.ts';
import { isTakenAt, replaceSeats, seatRows } from '#features/box-office/performances/server/index.ts';
import type { Id } from '#platform/server/crypto/ids.ts';
import type { Reading, Writing } from '#platform/server/database/index.ts';
import type { Instant } from '#platform/shared/dates.ts';

/** The seat assignments of a performance. */
export interface PerformanceSeating {
  /** Orders' references by seat. */
  assignments: Record<string, string>;
  /** Tickets that have no seat. */
  newSeats: number;
}

/** For each of these performances. Held seats don't belong to anybody yet. */
export async function findPerformanceSeating(
  db: Reading,
  performances: readonly Id[],
): Promise<Map<Id, PerformanceSeating>> {
  if (performances.length === 0) return new Map();
  const rows = Map.groupBy(await seatRows(db, performances), ({ performance_id }) => performance_id);
  const tickets = Map.groupBy(await comingTo(db, performances), ({ performance_id }) => performance_id);
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
export async function heldSeats(db: Reading, performance: Id, now: Instant): Promise<string[]> {
  const rows = await seatRows(db, [performance]);
  return rows.filter((row) => row.held_until !== null && isTakenAt(row, now)).map(({ seat }) => seat);
}

/**
 * Assigns exactly these seats to tickets of these orders, apart from seats that visitors hold. A ticket stays with its
 * seat if its order does.
 * @returns seats that a visitor holds: the caller must then refuse, so that the transaction is undone
 */
export async function saveSeats(
  tx: Writing,
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
  const rows = (await seatRows(tx, [performance])).filter(({ held_until }) => held_until === null);
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
