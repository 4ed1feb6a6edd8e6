import { selectShowsOnSite, showsView } from '#features/archive/shows/server/index.ts';
import { type Id, newId } from '#platform/server/crypto/ids.ts';
import {
  type DbReader,
  type DbTransaction,
  incrementedVersion,
  runInBatches,
  updateVersionedRow,
} from '#platform/server/database/index.ts';
import type { Instant } from '#platform/shared/dates/dates.ts';
import { foldText } from '#platform/shared/text/text.ts';
import type { SeatMarks } from '../seats.ts';
import { getCapacity, setPlaceCount } from './places.ts';
import { parseHiddenSeats } from './seating-plan.ts';
import type { PerformanceTable, TicketTypeFields, TicketTypeTable } from './tables.ts';

interface StoredPerformance extends Omit<PerformanceTable, 'hidden_seats'> {
  hidden_seats: string[];
  /** The ticket types, in listed order. */
  types: TicketTypeTable[];
}

/** Lists the performances of a show by start, including cancelled ones. */
export async function listPerformances(db: DbReader, showId: Id): Promise<StoredPerformance[]> {
  const rows = await db
    .selectFrom('performance')
    .selectAll()
    .where('show_id', '=', showId)
    .orderBy('starts_at')
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  const types = await db
    .selectFrom('ticket_type')
    .selectAll('ticket_type')
    .innerJoin('performance', 'performance.id', 'ticket_type.performance_id')
    .where('performance.show_id', '=', showId)
    .orderBy('ticket_type.ord')
    .orderBy('ticket_type.name_key')
    .orderBy('ticket_type.id')
    .execute();
  const byPerformance = Map.groupBy(types, ({ performance_id }) => performance_id);
  return rows.map(({ hidden_seats, ...row }) => ({
    ...row,
    hidden_seats: parseHiddenSeats({ hidden_seats }),
    types: byPerformance.get(row.id) ?? [],
  }));
}

/** Finds a performance with its show; undefined if the show isn't on the site. */
export const findPerformance = (db: DbReader, id: Id) =>
  selectWithShow(db).where('performance.id', '=', id).executeTakeFirst();

/** Finds a performance with its show, even if the show is archived: for settling its orders. */
export const findPerformanceEvenIfArchived = (db: DbReader, id: Id) =>
  selectWithShow(db, showsView(db)).where('performance.id', '=', id).executeTakeFirst();

export type PerformanceWithShow = NonNullable<Awaited<ReturnType<typeof findPerformance>>>;

/** Returns true if the performance or its whole show is cancelled. */
export const isPerformanceCancelled = ({
  cancelled_at,
  show_cancelled,
}: Pick<PerformanceWithShow, 'cancelled_at' | 'show_cancelled'>) => cancelled_at !== null || show_cancelled === 1;

/** Finds performances with their shows, by id; those of archived shows only if `includesArchived` is true. */
export async function findPerformances(
  db: DbReader,
  ids: readonly Id[],
  { includesArchived = false } = {},
): Promise<Map<Id, PerformanceWithShow>> {
  if (ids.length === 0) return new Map();
  const found = await selectWithShow(db, includesArchived ? showsView(db) : selectShowsOnSite(db))
    .where('performance.id', 'in', [...new Set(ids)])
    .execute();
  return new Map(found.map((one) => [one.id, one]));
}

const selectWithShow = (db: DbReader, shows = selectShowsOnSite(db)) =>
  db
    .selectFrom('performance')
    .innerJoin(shows.as('its_show'), 'its_show.id', 'performance.show_id')
    .selectAll('performance')
    .select(['its_show.title as show_title', 'its_show.cancelled as show_cancelled']);

/** Lists the performances of shows on the site that begin between two times, without cancelled ones. */
export const listActivePerformancesBetween = (db: DbReader, from: Instant, until: Instant) =>
  db
    .selectFrom('performance')
    .innerJoin(selectShowsOnSite(db).as('its_show'), 'its_show.id', 'performance.show_id')
    .select(['performance.id', 'performance.starts_at'])
    .where('performance.starts_at', '>=', from)
    .where('performance.starts_at', '<', until)
    .where('performance.cancelled_at', 'is', null)
    .where('its_show.cancelled', '=', 0)
    .orderBy('performance.starts_at')
    .orderBy('performance.id')
    .execute();

/**
 * Selects the ids of the performances that began before the given time, including cancelled ones, for use in another
 * query.
 */
export const selectPerformanceIdsBefore = (db: DbReader, moment: Instant) =>
  db.selectFrom('performance').select('performance.id').where('performance.starts_at', '<', moment);

/** Finds the ids of shows that have performances. */
export async function findShowIdsWithPerformances(db: DbReader): Promise<Set<Id>> {
  const rows = await db.selectFrom('performance').select('show_id').distinct().execute();
  return new Set(rows.map(({ show_id }) => show_id));
}

interface NewPerformance {
  id: Id;
  show_id: Id;
  starts_at: Instant;
  now: Instant;
  notes?: string;
  /** The ticket types, in listed order. */
  types?: readonly (TicketTypeFields & { id?: Id })[];
  /** 1 if visitors buy numbered seats. */
  sells_seats?: 0 | 1;
  seat_marks?: SeatMarks;
  /** Minutes before the start at which unpaid tickets are released. */
  release_minutes?: number;
}

/** Counts a show's performances, including cancelled ones. */
export async function countPerformances(db: DbReader, showId: Id): Promise<number> {
  const rows = await db.selectFrom('performance').select('id').where('show_id', '=', showId).execute();
  return rows.length;
}

/** The initial ticket types of a show's first performance. The box office can change them. */
const defaultTypes = [
  { name: 'Adult', name_key: 'adult', pence: 1200, ord: 1 },
  { name: 'Child', name_key: 'child', pence: 1000, ord: 2 },
].map((type) => ({ ...type, about: '', most: null, hidden: 0 as const, needs_paying_ticket: 0 as const }));

/**
 * Finds the initial values of a new performance: those of the performance that was added last to the same show, or else
 * the program's defaults.
 */
async function findPerformanceDefaults(tx: DbTransaction, showId: Id) {
  const last = await tx
    .selectFrom('performance')
    .selectAll()
    .where('show_id', '=', showId)
    .orderBy('created_at', 'desc')
    .orderBy('starts_at', 'desc')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  const types = last
    ? await tx.selectFrom('ticket_type').selectAll().where('performance_id', '=', last.id).orderBy('ord').execute()
    : defaultTypes;
  const { doors_minutes = 30, release_minutes = 0, capacity = null, row_count = 8, hidden_seats = '[]' } = last ?? {};
  const { on_sale_from = null, sells_seats = 0 as const, seat_marks = '{}' } = last ?? {};
  const plan = { row_count, hidden_seats, sells_seats, seat_marks };
  return { performance: { doors_minutes, release_minutes, capacity, ...plan, on_sale_from }, types };
}

/**
 * Returns true if a show has another performance that starts at `starts_at`. Cancelled performances and the performance
 * with this `id` don't count.
 */
export async function hasPerformanceAt(
  db: DbReader,
  { show_id, starts_at }: Pick<PerformanceTable, 'show_id' | 'starts_at'>,
  id = '',
): Promise<boolean> {
  const found = await db
    .selectFrom('performance')
    .select('id')
    .where('show_id', '=', show_id)
    .where('starts_at', '=', starts_at)
    .where('cancelled_at', 'is', null)
    .where('id', '<>', id)
    .executeTakeFirst();
  return found !== undefined;
}

/**
 * Creates a performance. Settings that aren't given are copied from the performance that was added last to the same
 * show, except for its notes and the end of its sale.
 */
export async function createPerformance(
  tx: DbTransaction,
  { id, show_id, starts_at, now, notes = '', types, sells_seats, seat_marks, release_minutes }: NewPerformance,
): Promise<void> {
  const last = await findPerformanceDefaults(tx, show_id);
  await tx
    .insertInto('performance')
    .values({
      ...{ id, show_id, starts_at, ...last.performance, notes, on_sale_until: null, cancelled_at: null },
      ...(sells_seats !== undefined && { sells_seats }),
      ...(release_minutes !== undefined && { release_minutes }),
      ...(seat_marks && { seat_marks: JSON.stringify(seat_marks) }),
      ...{ version: 1, plan_version: 1, plan_saved: 1, created_at: now },
    })
    .execute();
  const seats = getCapacity({ ...last.performance, hidden_seats: parseHiddenSeats(last.performance) });
  await setPlaceCount(tx, { performance: id, capacity: seats, now });
  const givenTypes = types?.map((type, at) => ({ id: newId(), ...type, name_key: foldText(type.name), ord: at + 1 }));
  const rows = (givenTypes ?? last.types.map((type) => ({ ...type, id: newId() }))).map((type) => ({
    ...type,
    ...{ performance_id: id, version: 1 },
  }));
  await runInBatches(rows, (batch) => tx.insertInto('ticket_type').values(batch).execute());
}

/** Saves a performance. Returns the new version; undefined if it has changed since `version` or was deleted. */
export const savePerformance = (
  tx: DbTransaction,
  {
    id,
    version,
    by,
    ...row
  }: Pick<
    PerformanceTable,
    | 'id'
    | 'starts_at'
    | 'doors_minutes'
    | 'capacity'
    | 'release_minutes'
    | 'notes'
    | 'on_sale_from'
    | 'on_sale_until'
    | 'sells_seats'
  > & { version: number; by: Id },
): Promise<number | undefined> =>
  updateVersionedRow(tx.updateTable('performance').set(row).where('id', '=', id), version, { by });

/** Cancels a performance, or restores it if `at` is null. Returns false if there is nothing to change. */
export async function setPerformanceCancelled(
  tx: DbTransaction,
  id: Id,
  { at, by }: { at: Instant | null; by: Id },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('performance')
    .set({ cancelled_at: at, version: incrementedVersion, updated_by: by })
    .where('id', '=', id)
    .where('cancelled_at', at === null ? 'is not' : 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function deletePerformanceRow(tx: DbTransaction, id: Id): Promise<boolean> {
  const { numDeletedRows } = await tx.deleteFrom('performance').where('id', '=', id).executeTakeFirst();
  return numDeletedRows > 0n;
}

export async function listActivePerformances(
  db: DbReader,
  showId: Id,
): Promise<Pick<PerformanceTable, 'id' | 'starts_at'>[]> {
  return db
    .selectFrom('performance')
    .select(['id', 'starts_at'])
    .where('show_id', '=', showId)
    .where('cancelled_at', 'is', null)
    .orderBy('starts_at')
    .orderBy('id')
    .execute();
}
