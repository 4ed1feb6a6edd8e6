import { type ExpressionBuilder, sql } from 'kysely';
import { z } from 'zod';
import type { Id } from '#platform/server/crypto/ids.ts';
import {
  type DbReader,
  type DbTransaction,
  runInBatches,
  type Tables,
  updateVersionedRow,
} from '#platform/server/database/index.ts';
import type { Instant } from '#platform/shared/dates/dates.ts';
import { SeatMark } from '../contract.ts';
import { getHouseSeatReleaseTime, listWithheldSeats, parseSeatLabel, type SeatMarks } from '../seats.ts';
import type { PerformanceTable, PromisedSeatTable, SeatAssignmentTable } from './tables.ts';

const SeatLabels = z.array(z.string());

export const parseHiddenSeats = ({ hidden_seats }: Pick<PerformanceTable, 'hidden_seats'>): string[] =>
  SeatLabels.parse(JSON.parse(hidden_seats));

export const parseSeatMarks = ({ seat_marks }: Pick<PerformanceTable, 'seat_marks'>): SeatMarks =>
  StoredMarks.parse(JSON.parse(seat_marks));

const StoredMarks = z.record(z.string(), SeatMark);

/**
 * Saves rows, hidden seats and special seats. Returns the plan's new version; undefined if it has changed since
 * `version`. Seats and marks are written only if they have changed, so that unaffected pages stay cached.
 */
export async function savePlan(
  tx: DbTransaction,
  {
    id,
    version,
    row_count,
    hidden_seats,
    seat_marks,
    by,
  }: { id: Id; version: number | undefined; by?: Id } & Pick<
    PerformanceTable,
    'row_count' | 'hidden_seats' | 'seat_marks'
  >,
): Promise<number | undefined> {
  const update = tx.updateTable('performance').where('id', '=', id);
  const saved = await updateVersionedRow(update.set(planSaveFields), version, {
    column: 'plan_version',
    by,
  });
  if (saved === undefined) return undefined;
  const isChanged = ({ eb, or }: ExpressionBuilder<Tables, 'performance'>) =>
    or([eb('row_count', '!=', row_count), eb('hidden_seats', '!=', hidden_seats)]);
  await update.set({ row_count, hidden_seats }).where(isChanged).execute();
  await update.set({ seat_marks }).where('seat_marks', '!=', seat_marks).execute();
  return saved;
}

const nextPlanVersion = sql<number>`plan_version + 1`;

/**
 * The update that records a save of the plan. It also applies when ticket types are saved, because a plan is saved
 * together with its prices.
 */
export const planSaveFields = { plan_saved: nextPlanVersion };

/** Increases the plan version of performances, so that an open planner doesn't overwrite the change unnoticed. */
export const incrementPlanVersions = (
  tx: DbTransaction,
  performances: Iterable<Id>,
  cause: 'a seat' | { savedBy: Id },
): Promise<void> =>
  runInBatches([...new Set(performances)], (batch) =>
    tx
      .updateTable('performance')
      .set({
        plan_version: nextPlanVersion,
        ...(cause !== 'a seat' && { ...planSaveFields, plan_updated_by: cause.savedBy }),
      })
      .where('id', 'in', batch)
      .execute(),
  );

/** Lists the seat assignments at these performances, sorted by seat, including held seats and expired holds. */
export async function listSeatAssignments(db: DbReader, performances: readonly Id[]): Promise<SeatAssignmentTable[]> {
  if (performances.length === 0) return [];
  return db
    .selectFrom('seat_assignment')
    .selectAll()
    .where('performance_id', 'in', performances)
    .orderBy('seat')
    .execute();
}

/** Returns true if a seat is sold, or held and not yet expired. */
export const isSeatTakenAt = ({ held_until }: Pick<SeatAssignmentTable, 'held_until'>, now: Instant): boolean =>
  held_until === null || held_until > now;

/** Maps tickets to their seats; tickets without a seat are left out. */
export async function findSeatsOfTickets(db: DbReader, tickets: readonly Id[]): Promise<Map<Id, string>> {
  const found = new Map<Id, string>();
  await runInBatches(tickets, async (batch) => {
    const rows = await db
      .selectFrom('seat_assignment')
      .select(['ticket_id', 'seat'])
      .where('ticket_id', 'in', batch)
      .execute();
    for (const { ticket_id, seat } of rows) found.set(ticket_id, seat);
  });
  return found;
}

interface SeatForTicket {
  ticket: Id;
  seat: string;
}

/** A change that frees the seats of some tickets and assigns seats to others. */
interface SeatChange {
  performance: Id;
  freed?: readonly Id[];
  seats: readonly SeatForTicket[];
  until: Instant | null;
  now: Instant;
}

/**
 * Assigns seats to tickets, permanently or held until `until`. The tickets lose any seats they had before. Another
 * ticket loses one of these seats if its hold on the seat has expired. The database table allows only one ticket per
 * seat.
 *
 * @returns 'assigned', or the seats that other tickets have. The caller must then throw, so that the transaction is
 * rolled back
 */
export async function takeSeats(tx: DbTransaction, change: SeatChange): Promise<'assigned' | { taken: string[] }> {
  const done = await applySeatChange(tx, change);
  if ('taken' in done) return done;
  const assigned = change.until === null && change.seats.length > 0 ? [change.performance] : [];
  await incrementPlanVersions(tx, [...done.affected, ...assigned], 'a seat');
  return 'assigned';
}

/**
 * Frees and assigns seats while a plan is being saved. The save itself increases the plan's version.
 * @returns 'assigned', or the seats that other tickets have, as `takeSeats` does
 */
export async function reassignSeats(
  tx: DbTransaction,
  change: Omit<SeatChange, 'until'> & { freed: readonly Id[] },
): Promise<'assigned' | { taken: string[] }> {
  const done = await applySeatChange(tx, { ...change, until: null });
  return 'taken' in done ? done : 'assigned';
}

async function applySeatChange(
  tx: DbTransaction,
  { performance, freed = [], seats, until, now }: SeatChange,
): Promise<{ affected: Id[] } | { taken: string[] }> {
  const tickets = new Set([...freed, ...seats.map(({ ticket }) => ticket)]);
  const wanted = new Set(seats.map(({ seat }) => seat));
  const there = (await listSeatAssignments(tx, [performance])).filter(({ seat }) => wanted.has(seat));
  const others = there.filter((row) => !tickets.has(row.ticket_id) && isSeatTakenAt(row, now));
  if (others.length > 0) return { taken: others.map(({ seat }) => seat) };
  const affected = await deleteSeatAssignments(tx, [...tickets, ...there.map(({ ticket_id }) => ticket_id)]);
  const rows = seats.map(({ ticket, seat }) => ({
    ...{ performance_id: performance, seat },
    ...{ ticket_id: ticket, held_until: until },
  }));
  await runInBatches(rows, (batch) => tx.insertInto('seat_assignment').values(batch).execute());
  return { affected };
}

/**
 * Deletes the seat assignments of tickets. Returns the performances at which sold (not just held) seats became free.
 */
async function deleteSeatAssignments(tx: DbTransaction, tickets: readonly Id[]): Promise<Id[]> {
  const affected: Id[] = [];
  await runInBatches(tickets, async (batch) => {
    const deleted = await tx
      .deleteFrom('seat_assignment')
      .where('ticket_id', 'in', batch)
      .returning(['performance_id', 'held_until'])
      .execute();
    for (const { performance_id, held_until } of deleted) if (held_until === null) affected.push(performance_id);
  });
  return affected;
}

/** Frees the seats of these tickets. */
export const releaseSeats = async (tx: DbTransaction, tickets: readonly Id[]): Promise<void> =>
  incrementPlanVersions(tx, await deleteSeatAssignments(tx, tickets), 'a seat');

/**
 * Makes held seats permanent, and records that they have been promised to the buyers. A ticket whose seat was taken
 * over by another ticket gets no seat.
 */
export const confirmSeats = (tx: DbTransaction, tickets: readonly Id[]): Promise<void> =>
  runInBatches(tickets, async (batch) => {
    const confirmed = await tx
      .updateTable('seat_assignment')
      .set({ held_until: null })
      .where('ticket_id', 'in', batch)
      .returning(['ticket_id', 'performance_id', 'seat'])
      .execute();
    await upsertPromisedSeats(tx, confirmed);
    const at = confirmed.map(({ performance_id }) => performance_id);
    await incrementPlanVersions(tx, at, 'a seat');
  });

/** Extends the hold on the seats that these tickets still have. */
export const extendSeatHolds = (tx: DbTransaction, tickets: readonly Id[], until: Instant): Promise<void> =>
  runInBatches(tickets, (batch) =>
    tx
      .updateTable('seat_assignment')
      .set({ held_until: until })
      .where('ticket_id', 'in', batch)
      .where('held_until', 'is not', null)
      .execute(),
  );

/** Deletes seat assignments whose hold expired before the given time. */
export async function deleteExpiredSeatHolds(tx: DbTransaction, before: Instant): Promise<void> {
  await tx.deleteFrom('seat_assignment').where('held_until', '<', before).execute();
}

/** Lists the seats promised to buyers at these performances. A buyer may have other seats by now. */
export async function listPromisedSeats(db: DbReader, performances: readonly Id[]): Promise<PromisedSeatTable[]> {
  if (performances.length === 0) return [];
  return db.selectFrom('promised_seat').selectAll().where('performance_id', 'in', performances).execute();
}

/** Stores the seats that buyers have been promised. */
export const upsertPromisedSeats = (tx: DbTransaction, seats: readonly PromisedSeatTable[]): Promise<void> =>
  runInBatches(seats, (batch) =>
    tx
      .insertInto('promised_seat')
      .values(batch)
      .onConflict((clash) =>
        clash.column('ticket_id').doUpdateSet(({ ref }) => ({
          performance_id: ref('excluded.performance_id'),
          seat: ref('excluded.seat'),
        })),
      )
      .execute(),
  );

export const deletePromisedSeats = (tx: DbTransaction, tickets: readonly Id[]): Promise<void> =>
  runInBatches(tickets, (batch) => tx.deleteFrom('promised_seat').where('ticket_id', 'in', batch).execute());

/** Sets the time of the emails to buyers whose seats have moved; null for none. */
export const setSeatChangeEmailTime = (tx: DbTransaction, performance: Id, at: Instant | null) =>
  tx.updateTable('performance').set({ tell_seats_at: at }).where('id', '=', performance).execute();

type PlannedPerformance = Pick<PerformanceTable, 'id' | 'starts_at' | 'row_count' | 'hidden_seats' | 'seat_marks'>;

/** Counts the empty, unreleased house seats of each performance. Visitors can't buy them. */
export async function countEmptyHouseSeats(
  db: DbReader,
  performances: readonly PlannedPerformance[],
  now: Instant,
): Promise<Map<Id, number>> {
  const seatsById = new Map(
    performances.map((performance) => {
      const hidden = new Set(parseHiddenSeats(performance));
      const isOnPlan = (seat: string) => (parseSeatLabel(seat)?.row ?? performance.row_count) < performance.row_count;
      const { starts_at } = performance;
      const seats = listWithheldSeats(parseSeatMarks(performance), { starts_at, now });
      return [performance.id, new Set(seats.filter((seat) => isOnPlan(seat) && !hidden.has(seat)))];
    }),
  );
  const withHouseSeats = [...seatsById].flatMap(([id, { size }]) => (size > 0 ? [id] : []));
  for (const row of await listSeatAssignments(db, withHouseSeats)) {
    if (isSeatTakenAt(row, now)) seatsById.get(row.performance_id)?.delete(row.seat);
  }
  return new Map([...seatsById].map(([id, { size }]) => [id, size]));
}

/** Finds the next time at which a house seat is released; undefined if there is none. */
export async function findNextHouseSeatReleaseTime(db: DbReader, after: Instant): Promise<Instant | undefined> {
  const upcoming = await db
    .selectFrom('performance')
    .select(['starts_at', 'seat_marks'])
    .where('starts_at', '>', after)
    .where('cancelled_at', 'is', null)
    .where('seat_marks', '<>', '{}')
    .execute();
  return upcoming
    .flatMap((performance) =>
      Object.values(parseSeatMarks(performance)).flatMap(
        (mark) => getHouseSeatReleaseTime(mark, performance.starts_at) ?? [],
      ),
    )
    .filter((moment) => moment > after)
    .sort()[0];
}
