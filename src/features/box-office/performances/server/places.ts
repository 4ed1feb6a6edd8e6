import { sql } from 'kysely';
import type { Id } from '#platform/server/crypto/ids.ts';
import { type DbReader, type DbTransaction, runInBatches } from '#platform/server/database/index.ts';
import type { Instant } from '#platform/shared/dates/dates.ts';
import { seatsPerRow } from '../seats.ts';
import { confirmSeats, extendSeatHolds, releaseSeats } from './seating-plan.ts';

/** SQL that is true for a free place: one that isn't taken, or whose hold has expired. */
const isFreePlaceSql = (now: Instant) => sql<boolean>`(taken_by is null or held_until <= ${now})`;

/** Returns the capacity of a performance: the set number, or else the number of visible seats on its plan. */
export const getCapacity = (performance: {
  capacity: number | null;
  row_count: number;
  hidden_seats: readonly string[];
}): number => performance.capacity ?? performance.row_count * seatsPerRow - performance.hidden_seats.length;

/** The number of places of a performance, and how many are sold and held. */
export interface PlaceCounts {
  total: number;
  sold: number;
  held: number;
}

/** Counts the places of each of these performances. */
export async function countPlaces(
  db: DbReader,
  performances: readonly Id[],
  now: Instant,
): Promise<Map<Id, PlaceCounts>> {
  if (performances.length === 0) return new Map();
  const rows = await db
    .selectFrom('place')
    .select(({ fn, cast }) => [
      'performance_id',
      cast<string>(fn.countAll(), 'text').as('total'),
      sql<string>`cast(sum(case when taken_by is not null and held_until is null then 1 else 0 end) as text)`.as(
        'sold',
      ),
      sql<string>`cast(sum(case when held_until > ${now} then 1 else 0 end) as text)`.as('held'),
    ])
    .where('performance_id', 'in', performances)
    .groupBy('performance_id')
    .execute();
  return new Map(
    rows.map(({ performance_id, total, sold, held }) => [
      performance_id,
      { total: Number(total), sold: Number(sold), held: Number(held) },
    ]),
  );
}

/** Finds the first free places of a performance, at most `most`. */
const findFreePlaces = (db: DbReader, { performance, most, now }: { performance: Id; most: number; now: Instant }) =>
  db
    .selectFrom('place')
    .select('number')
    .where('performance_id', '=', performance)
    .where(isFreePlaceSql(now))
    .orderBy('number')
    .limit(most)
    .execute();

/**
 * Counts all places of a performance, and its free places. `until` is the time at which the next hold expires; null if
 * no place is held.
 */
export async function getPlaceAvailability(
  db: DbReader,
  { performance, now }: { performance: Id; now: Instant },
): Promise<{ total: number; free: number; until: Instant | null }> {
  const { total, free, until } = await db
    .selectFrom('place')
    .select(({ fn, cast }) => [
      cast<string>(fn.countAll(), 'text').as('total'),
      sql<string>`cast(count(case when ${isFreePlaceSql(now)} then 1 end) as text)`.as('free'),
      sql<Instant | null>`min(case when held_until > ${now} then held_until end)`.as('until'),
    ])
    .where('performance_id', '=', performance)
    .executeTakeFirstOrThrow();
  return { total: Number(total), free: Number(free), until };
}

/**
 * Takes a place for each ticket, permanently or held until `until`.
 * @returns 'taken', or the number of places left if there are too few. The caller must then throw, so that the
 * transaction is rolled back
 */
export async function takePlaces(
  tx: DbTransaction,
  {
    performance,
    tickets,
    until,
    now,
  }: { performance: Id; tickets: readonly Id[]; until: Instant | null; now: Instant },
): Promise<'taken' | { left: number }> {
  const free = await findFreePlaces(tx, { performance, most: tickets.length, now });
  if (free.length < tickets.length) return { left: free.length };
  for (const [at, ticket] of tickets.entries()) {
    const { numUpdatedRows } = await tx
      .updateTable('place')
      .set({ taken_by: ticket, held_until: until })
      .where('performance_id', '=', performance)
      .where('number', '=', free[at]?.number ?? 0)
      .where(isFreePlaceSql(now))
      .executeTakeFirst();
    if (numUpdatedRows === 0n) return { left: 0 };
  }
  return 'taken';
}

/**
 * Assigns these tickets the first places of a performance without sales, for the demo. Replaces the rows of these
 * places in bulk instead of taking places one by one.
 */
export async function seedPlaces(tx: DbTransaction, performance: Id, tickets: readonly Id[]): Promise<void> {
  const rows = tickets.map((taken_by, at) => ({
    ...{ performance_id: performance, number: at + 1 },
    ...{ taken_by, held_until: null },
  }));
  await tx.deleteFrom('place').where('performance_id', '=', performance).where('number', '<=', rows.length).execute();
  await runInBatches(rows, (batch) => tx.insertInto('place').values(batch).execute());
}

/**
 * Makes held places and their seats permanent. A ticket that lost its place after its hold expired gets another place.
 *
 * @returns 'taken', or the number of places left if there are too few. The caller must then throw, so that the
 * transaction is rolled back
 */
export async function confirmPlacesAndSeats(
  tx: DbTransaction,
  { performance, tickets, now }: { performance: Id; tickets: readonly Id[]; now: Instant },
): Promise<'taken' | { left: number }> {
  const confirmed = await tx
    .updateTable('place')
    .set({ held_until: null })
    .where('performance_id', '=', performance)
    .where('taken_by', 'in', tickets)
    .returning('taken_by')
    .execute();
  await confirmSeats(tx, tickets);
  const confirmedTickets = new Set(confirmed.map(({ taken_by }) => taken_by));
  const others = tickets.filter((ticket) => !confirmedTickets.has(ticket));
  return others.length === 0 ? 'taken' : takePlaces(tx, { performance, tickets: others, until: null, now });
}

/** Extends the hold on the places and seats that these tickets still have. */
export async function extendPlaceAndSeatHolds(
  tx: DbTransaction,
  tickets: readonly Id[],
  until: Instant,
): Promise<void> {
  await runInBatches(tickets, (batch) =>
    tx
      .updateTable('place')
      .set({ held_until: until })
      .where('taken_by', 'in', batch)
      .where('held_until', 'is not', null)
      .execute(),
  );
  await extendSeatHolds(tx, tickets, until);
}

const isExpiredHoldSql = (now: Instant) => sql<boolean>`held_until <= ${now}`;

export const hasExpiredPlaceHolds = async (db: DbReader, now: Instant): Promise<boolean> =>
  (await db.selectFrom('place').select('number').where(isExpiredHoldSql(now)).limit(1).executeTakeFirst()) !==
  undefined;

/**
 * Releases places whose hold has expired. They already count as free; this write makes the cached pages that show them
 * stale.
 */
export async function releaseExpiredPlaces(tx: DbTransaction, now: Instant): Promise<void> {
  await tx.updateTable('place').set({ taken_by: null, held_until: null }).where(isExpiredHoldSql(now)).execute();
}

/** Releases the places and the seats of these tickets. */
export async function releasePlacesAndSeats(tx: DbTransaction, tickets: readonly Id[]): Promise<void> {
  await runInBatches(tickets, (batch) =>
    tx.updateTable('place').set({ taken_by: null, held_until: null }).where('taken_by', 'in', batch).execute(),
  );
  await releaseSeats(tx, tickets);
}

/**
 * Adds or deletes places to match a capacity.
 * @returns 'set', or the number of taken places if that is more than the capacity; in that case nothing is changed
 */
export async function setPlaceCount(
  tx: DbTransaction,
  { performance, capacity, now }: { performance: Id; capacity: number; now: Instant },
): Promise<'set' | { taken: number }> {
  const rows = await tx
    .selectFrom('place')
    .select(['number', isFreePlaceSql(now).as('free')])
    .where('performance_id', '=', performance)
    .orderBy('number')
    .execute();
  const free = rows.filter((row) => row.free);
  const taken = rows.length - free.length;
  if (taken > capacity) return { taken };
  const surplus = free.slice(capacity - taken).map(({ number }) => number);
  await runInBatches(surplus, (batch) =>
    tx.deleteFrom('place').where('performance_id', '=', performance).where('number', 'in', batch).execute(),
  );
  const last = rows.at(-1)?.number ?? 0;
  const added = Array.from({ length: Math.max(0, capacity - rows.length) }, (_, at) => ({
    ...{ performance_id: performance, number: last + at + 1 },
    ...{ taken_by: null, held_until: null },
  }));
  await runInBatches(added, (batch) => tx.insertInto('place').values(batch).execute());
  return 'set';
}
