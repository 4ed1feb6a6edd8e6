import type { ListPerformancesForCalendars } from '#features/publishing/calendar-feed/server/index.ts';
import { readSettings } from '#features/society/settings/server/index.ts';
import type { Id } from '#platform/server/crypto/ids.ts';
import type { DbReader } from '#platform/server/database/index.ts';
import { type CalendarDate, formatTime, type Instant } from '#platform/shared/dates/dates.ts';
import { minute, subtractMs } from '#platform/shared/dates/durations.ts';
import { formatIsoWithOffset } from '#platform/shared/dates/local-time.ts';
import type { Performance, PublicPerformance } from '../contract.ts';
import { formatPerformanceKey } from '../item-name.ts';
import { seatsPerRow } from '../seat-labels.ts';
import { countPlaces, getCapacity } from './places.ts';
import { listPerformances } from './store.ts';
import type { PerformanceTable } from './tables.ts';

/** Returns the time at which the doors open, with the society's offset; "" if unknown. */
export const getDoorTime = (
  { starts_at, doors_minutes }: Pick<PerformanceTable, 'starts_at' | 'doors_minutes'>,
  timeZone: string,
): string => (doors_minutes === 0 ? '' : formatIsoWithOffset(subtractMs(starts_at, doors_minutes * minute), timeZone));

/** Lists the performances of a show as visitors see them, by start. */
export async function listPublicPerformances(
  db: DbReader,
  showId: Id,
  today: CalendarDate,
): Promise<PublicPerformance[]> {
  const { timeZone } = await readSettings(db);
  return (await listPerformances(db, showId)).map(
    ({ id, doors_minutes, notes, cancelled_at, types, ...performance }) => {
      const starts_at = formatIsoWithOffset(performance.starts_at, timeZone);
      return {
        id,
        starts_at,
        doors_at: getDoorTime({ starts_at: performance.starts_at, doors_minutes }, timeZone),
        notes,
        cancelled: cancelled_at !== null,
        over: starts_at.slice(0, 10) < today,
        prices: types.filter(({ hidden }) => hidden === 0).map(({ name, about, pence }) => ({ name, about, pence })),
      };
    },
  );
}

/**
 * Lists the performances of a show as staff who manage bookings see them. The bookings page adds the seat assignments
 * and the number of tickets without a seat, which are empty and 0 here.
 */
export async function listPerformancesForStaff(
  db: DbReader,
  showId: Id,
  { timeZone, now }: { timeZone: string; now: Instant },
): Promise<Performance[]> {
  const stored = await listPerformances(db, showId);
  const places = await countPlaces(
    db,
    stored.map(({ id }) => id),
    now,
  );
  return stored.map((performance) => {
    const { id, starts_at, row_count, hidden_seats, types, capacity, doors_minutes, notes, release_minutes, version } =
      performance;
    const date = formatIsoWithOffset(starts_at, timeZone);
    return {
      id,
      date,
      date_text: formatPerformanceKey(date),
      layout: { rowCount: row_count, hiddenSeats: hidden_seats, newSeats: 0, fullWidth: seatsPerRow },
      seat_assignments: {},
      ticket_pricing: Object.fromEntries(types.map(({ name, pence }) => [name, pence])),
      ticket_types: types.map(
        ({ id: type, name, about, pence, most, hidden, needs_paying_ticket, version: saved }) => ({
          ...{ id: type, name, about, pence },
          most: most ?? 0,
          hidden: hidden === 1,
          needs_paying_ticket: needs_paying_ticket === 1,
          version: saved,
        }),
      ),
      capacity: getCapacity(performance),
      sold: places.get(id)?.sold ?? 0,
      own_capacity: capacity ?? 0,
      doors_minutes,
      release_minutes,
      notes,
      sells_seats: performance.sells_seats === 1,
      on_sale_from: performance.on_sale_from ? formatIsoWithOffset(performance.on_sale_from, timeZone) : '',
      on_sale_until: performance.on_sale_until ? formatIsoWithOffset(performance.on_sale_until, timeZone) : '',
      cancelled: performance.cancelled_at !== null,
      version,
    };
  });
}

/** Lists the performances of these shows for calendars, including cancelled ones. */
export const listPerformancesForCalendars: ListPerformancesForCalendars = async (db, showIds) => {
  if (showIds.length === 0) return [];
  const { timeZone } = await readSettings(db);
  const rows = await db
    .selectFrom('performance')
    .select(['id', 'show_id', 'starts_at', 'doors_minutes', 'notes', 'cancelled_at', 'version'])
    .where('show_id', 'in', [...showIds])
    .orderBy('starts_at')
    .orderBy('id')
    .execute();
  return rows.map(({ id, show_id, starts_at, notes, version, cancelled_at, doors_minutes }) => {
    const doors = getDoorTime({ starts_at, doors_minutes }, timeZone);
    return {
      ...{ id, show_id, starts_at, notes, version },
      doors: doors === '' ? '' : formatTime(doors),
      cancelled: cancelled_at !== null,
      day: formatIsoWithOffset(starts_at, timeZone).slice(0, 10),
    };
  });
};
