import type { ExpressionBuilder } from 'kysely';
import { z } from 'zod';
import { selectShowsOnSite } from '#features/archive/shows/server/index.ts';
import { type Id, newId } from '#platform/server/crypto/ids.ts';
import {
  type DbReader,
  type DbTransaction,
  inBatches,
  nextVersion,
  type Tables,
  updateVersionedRow,
} from '#platform/server/database/index.ts';
import type { Instant } from '#platform/shared/dates/dates.ts';
import { fold } from '#platform/shared/text/text.ts';
import { capacityOf } from '../capacity.ts';
import { SeatMark } from '../contract.ts';
import type { SeatMarks } from '../seat-marks.ts';
import { setPlaces } from './places.ts';
import { nextSavedPlanVersion } from './plan-version.ts';
import type { AnnouncedRunTable, PerformanceTable, TicketTypeTable } from './tables.ts';
import type { TypeFields } from './ticket-types.ts';

const Seats = z.array(z.string());

/** Returns the labels of hidden seats. */
export const hiddenSeats = ({ hidden_seats }: Pick<PerformanceTable, 'hidden_seats'>): string[] =>
  Seats.parse(JSON.parse(hidden_seats));

/** Returns the special seats. */
export const seatMarks = ({ seat_marks }: Pick<PerformanceTable, 'seat_marks'>): SeatMarks =>
  Marks.parse(JSON.parse(seat_marks));

const Marks = z.record(z.string(), SeatMark);

export interface StoredPerformance extends Omit<PerformanceTable, 'hidden_seats'> {
  hidden_seats: string[];
  /** In their listed order. */
  types: TicketTypeTable[];
}

/** Lists the performances of a show in the order in which they are played, cancelled ones included. */
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
    hidden_seats: hiddenSeats({ hidden_seats }),
    types: byPerformance.get(row.id) ?? [],
  }));
}

/** Finds a performance with its show; undefined if the show is archived, which staff who sell tickets don't see. */
export const findPerformance = (db: DbReader, id: Id) =>
  withShows(db).where('performance.id', '=', id).executeTakeFirst();
export type FoundPerformance = NonNullable<Awaited<ReturnType<typeof findPerformance>>>;

/** Returns true if nobody can come to it: it is cancelled, or its whole show is. */
export const isCancelled = ({
  cancelled_at,
  show_cancelled,
}: Pick<FoundPerformance, 'cancelled_at' | 'show_cancelled'>) => cancelled_at !== null || show_cancelled === 1;

/** Finds the ticket types of some performances, by their ids. */
export async function findPerformances(db: DbReader, ids: readonly Id[]): Promise<Map<Id, FoundPerformance>> {
  if (ids.length === 0) return new Map();
  const found = await withShows(db)
    .where('performance.id', 'in', [...new Set(ids)])
    .execute();
  return new Map(found.map((one) => [one.id, one]));
}

const withShows = (db: DbReader) =>
  db
    .selectFrom('performance')
    .innerJoin(selectShowsOnSite(db).as('its_show'), 'its_show.id', 'performance.show_id')
    .selectAll('performance')
    .select(['its_show.title as show_title', 'its_show.cancelled as show_cancelled']);

/** Returns performances that begin between two moments, of shows on the site, without cancelled ones. */
export const performancesBetween = (db: DbReader, from: Instant, until: Instant) =>
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
 * Returns the ids of performances that began before that moment, cancelled or not, of any show: a part of other
 * queries.
 */
export const selectPerformancesBefore = (db: DbReader, moment: Instant) =>
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
  /** In the order in which they are listed. */
  types?: readonly (TypeFields & { id?: Id })[];
  /** 1 if numbered seats are sold, and the special seats. */
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

const noCompanion = { needs_paying_ticket: 0 as const };

/**
 * Returns the initial values of a new performance: those of the one last added to its show, else the usual ones of
 * amateur societies.
 */
async function likeTheLast(tx: DbTransaction, showId: Id) {
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
    : [
        {
          name: 'Adult',
          name_key: 'adult',
          about: '',
          pence: 1200,
          most: null,
          hidden: 0 as const,
          ...noCompanion,
          ord: 1,
        },
        {
          name: 'Child',
          name_key: 'child',
          about: '',
          pence: 1000,
          most: null,
          hidden: 0 as const,
          ...noCompanion,
          ord: 2,
        },
      ];
  const { doors_minutes = 30, release_minutes = 0, capacity = null, row_count = 8, hidden_seats = '[]' } = last ?? {};
  const { on_sale_from = null, sells_seats = 0 as const, seat_marks = '{}' } = last ?? {};
  const plan = { row_count, hidden_seats, sells_seats, seat_marks };
  return { performance: { doors_minutes, release_minutes, capacity, ...plan, on_sale_from }, types };
}

/** Returns true if a show has a performance at that moment already, except cancelled ones and the one with that id. */
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

/** Adds a performance with the settings of the one last added to its show; ticket prices can be given too. */
export async function createPerformance(
  tx: DbTransaction,
  { id, show_id, starts_at, now, notes = '', types, sells_seats, seat_marks, release_minutes }: NewPerformance,
): Promise<void> {
  const last = await likeTheLast(tx, show_id);
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
  const seats = capacityOf({ ...last.performance, hidden_seats: hiddenSeats(last.performance) });
  await setPlaces(tx, { performance: id, capacity: seats, now });
  const given = types?.map((type, at) => ({ id: newId(), ...type, name_key: fold(type.name), ord: at + 1 }));
  const rows = (given ?? last.types.map((type) => ({ ...type, id: newId() }))).map((type) => ({
    ...type,
    ...{ performance_id: id, version: 1 },
  }));
  await inBatches(rows, (batch) => tx.insertInto('ticket_type').values(batch).execute());
}

/** Returns false if somebody else has saved it since that version, or it is gone. */
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

/**
 * Saves rows, hidden seats and special seats. Returns the plan's new version; undefined if somebody else has saved it
 * since. Only differences are written, so that a save without any leaves cached pages unchanged.
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
  const saved = await updateVersionedRow(update.set(nextSavedPlanVersion), version, { column: 'plan_version', by });
  if (saved === undefined) return undefined;
  const isNew = ({ eb, or }: ExpressionBuilder<Tables, 'performance'>) =>
    or([eb('row_count', '!=', row_count), eb('hidden_seats', '!=', hidden_seats)]);
  await update.set({ row_count, hidden_seats }).where(isNew).execute();
  await update.set({ seat_marks }).where('seat_marks', '!=', seat_marks).execute();
  return saved;
}

/** Returns false if it was so already. */
export async function setPerformanceCancelled(
  tx: DbTransaction,
  id: Id,
  { at, by }: { at: Instant | null; by: Id },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('performance')
    .set({ cancelled_at: at, version: nextVersion, updated_by: by })
    .where('id', '=', id)
    .where('cancelled_at', at === null ? 'is not' : 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function deletePerformance(tx: DbTransaction, id: Id): Promise<boolean> {
  const { numDeletedRows } = await tx.deleteFrom('performance').where('id', '=', id).executeTakeFirst();
  return numDeletedRows > 0n;
}

/** The performances of a show that aren't cancelled. */
/** Returns the run that was typed for a show, as JSON: its present one, unless performances made that of another. */
export async function announcedRun(db: DbReader, showId: Id, present: string): Promise<string> {
  const stored = await db.selectFrom('announced_run').selectAll().where('show_id', '=', showId).executeTakeFirst();
  return stored?.performed === present ? stored.announced : present;
}

export async function saveAnnouncedRun(tx: DbTransaction, run: AnnouncedRunTable): Promise<void> {
  await tx
    .insertInto('announced_run')
    .values(run)
    .onConflict((conflict) => conflict.column('show_id').doUpdateSet(run))
    .execute();
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
