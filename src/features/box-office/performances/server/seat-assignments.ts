import type { Id } from '#platform/server/crypto/ids.ts';
import { type DbReader, type DbTransaction, inBatches } from '#platform/server/database/index.ts';
import type { Instant } from '#platform/shared/dates/dates.ts';
import { bumpPlanVersions } from './plan-version.ts';
import { upsertPromisedSeats } from './promised-seats.ts';
import type { SeatAssignmentTable } from './tables.ts';

/** Lists the assignments of tickets to seats of these performances, by seat, including held ones. */
export async function listSeatAssignments(db: DbReader, performances: readonly Id[]): Promise<SeatAssignmentTable[]> {
  if (performances.length === 0) return [];
  return db
    .selectFrom('seat_assignment')
    .selectAll()
    .where('performance_id', 'in', performances)
    .orderBy('seat')
    .execute();
}

/** Returns true if a seat is taken at that moment: sold, or held and not yet expired. */
export const isTakenAt = ({ held_until }: Pick<SeatAssignmentTable, 'held_until'>, now: Instant): boolean =>
  held_until === null || held_until > now;

/** Returns the seat of each of these tickets, if it has one. */
export async function seatsOfTickets(db: DbReader, tickets: readonly Id[]): Promise<Map<Id, string>> {
  const found = new Map<Id, string>();
  await inBatches(tickets, async (batch) => {
    const rows = await db
      .selectFrom('seat_assignment')
      .select(['ticket_id', 'seat'])
      .where('ticket_id', 'in', batch)
      .execute();
    for (const { ticket_id, seat } of rows) found.set(ticket_id, seat);
  });
  return found;
}

/** A seat for a ticket. */
interface Seating {
  ticket: Id;
  seat: string;
}

/** A change of seats: those of these tickets are freed, and these are assigned. */
interface Change {
  performance: Id;
  freed?: readonly Id[];
  seats: readonly Seating[];
  until: Instant | null;
  now: Instant;
}

/**
 * Assigns other seats to tickets, permanently or `until` a moment. A seat whose hold has expired is taken over. If
 * others have one of them it returns which: the caller must then refuse, so that the transaction is undone. The table
 * allows one ticket to a seat in any case.
 */
export async function takeSeats(tx: DbTransaction, change: Change): Promise<'taken' | { taken: string[] }> {
  const done = await changeSeats(tx, change);
  if ('taken' in done) return done;
  const given = change.until === null && change.seats.length > 0 ? [change.performance] : [];
  await bumpPlanVersions(tx, [...done.soldAt, ...given], 'a seat');
  return 'taken';
}

/** The same for a plan that is saved, which increases the version by itself. */
export async function replaceSeats(
  tx: DbTransaction,
  change: Omit<Change, 'until'> & { freed: readonly Id[] },
): Promise<'taken' | { taken: string[] }> {
  const done = await changeSeats(tx, { ...change, until: null });
  return 'taken' in done ? done : 'taken';
}

async function changeSeats(
  tx: DbTransaction,
  { performance, freed = [], seats, until, now }: Change,
): Promise<{ soldAt: Id[] } | { taken: string[] }> {
  const tickets = new Set([...freed, ...seats.map(({ ticket }) => ticket)]);
  const wanted = new Set(seats.map(({ seat }) => seat));
  const there = (await listSeatAssignments(tx, [performance])).filter(({ seat }) => wanted.has(seat));
  const others = there.filter((row) => !tickets.has(row.ticket_id) && isTakenAt(row, now));
  if (others.length > 0) return { taken: others.map(({ seat }) => seat) };
  const soldAt = await removeSeats(tx, [...tickets, ...there.map(({ ticket_id }) => ticket_id)]);
  const rows = seats.map(({ ticket, seat }) => ({
    ...{ performance_id: performance, seat },
    ...{ ticket_id: ticket, held_until: until },
  }));
  await inBatches(rows, (batch) => tx.insertInto('seat_assignment').values(batch).execute());
  return { soldAt };
}

/** The performances where sold seats are freed by this; held ones don't count yet. */
async function removeSeats(tx: DbTransaction, tickets: readonly Id[]): Promise<Id[]> {
  const soldAt: Id[] = [];
  await inBatches(tickets, async (batch) => {
    const gone = await tx
      .deleteFrom('seat_assignment')
      .where('ticket_id', 'in', batch)
      .returning(['performance_id', 'held_until'])
      .execute();
    for (const { performance_id, held_until } of gone) if (held_until === null) soldAt.push(performance_id);
  });
  return soldAt;
}

/** Frees the seats that these tickets have. */
export const releaseSeats = async (tx: DbTransaction, tickets: readonly Id[]): Promise<void> =>
  bumpPlanVersions(tx, await removeSeats(tx, tickets), 'a seat');

/** Makes held seats permanent, except those that somebody else has taken over. Their buyers know them. */
export const confirmSeats = (tx: DbTransaction, tickets: readonly Id[]): Promise<void> =>
  inBatches(tickets, async (batch) => {
    const confirmed = await tx
      .updateTable('seat_assignment')
      .set({ held_until: null })
      .where('ticket_id', 'in', batch)
      .returning(['ticket_id', 'performance_id', 'seat'])
      .execute();
    await upsertPromisedSeats(tx, confirmed);
    const at = confirmed.map(({ performance_id }) => performance_id);
    await bumpPlanVersions(tx, at, 'a seat');
  });

/** Extends the hold on the seats that these tickets still have. */
export const extendSeatHolds = (tx: DbTransaction, tickets: readonly Id[], until: Instant): Promise<void> =>
  inBatches(tickets, (batch) =>
    tx
      .updateTable('seat_assignment')
      .set({ held_until: until })
      .where('ticket_id', 'in', batch)
      .where('held_until', 'is not', null)
      .execute(),
  );

/** Deletes seats that were held and not bought by then. */
export async function deleteExpiredSeatHolds(tx: DbTransaction, before: Instant): Promise<void> {
  await tx.deleteFrom('seat_assignment').where('held_until', '<', before).execute();
}
