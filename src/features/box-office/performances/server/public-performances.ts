import { readSettings } from '#features/society/settings/server/index.ts';
import type { Id } from '#platform/server/crypto/ids.ts';
import type { DbReader } from '#platform/server/database/index.ts';
import type { CalendarDate } from '#platform/shared/dates/dates.ts';
import { earlier, minute } from '#platform/shared/dates/durations.ts';
import { formatIsoWithOffset } from '#platform/shared/dates/local-time.ts';
import type { PublicPerformance } from '../contract.ts';
import { listPerformances } from './store.ts';
import type { PerformanceTable } from './tables.ts';

/** Returns the time at which the doors open, with the society's offset; "" if unknown. */
export const getDoorsTime = (
  { starts_at, doors_minutes }: Pick<PerformanceTable, 'starts_at' | 'doors_minutes'>,
  timeZone: string,
): string => (doors_minutes === 0 ? '' : formatIsoWithOffset(earlier(starts_at, doors_minutes * minute), timeZone));

/** Returns the performances of a show as visitors see them, in the order in which they are played. */
export async function publicPerformances(db: DbReader, showId: Id, today: CalendarDate): Promise<PublicPerformance[]> {
  const { timeZone } = await readSettings(db);
  return (await listPerformances(db, showId)).map(
    ({ id, doors_minutes, notes, cancelled_at, types, ...performance }) => {
      const starts_at = formatIsoWithOffset(performance.starts_at, timeZone);
      return {
        id,
        starts_at,
        doors_at: getDoorsTime({ starts_at: performance.starts_at, doors_minutes }, timeZone),
        notes,
        cancelled: cancelled_at !== null,
        over: starts_at.slice(0, 10) < today,
        prices: types.filter(({ hidden }) => hidden === 0).map(({ name, about, pence }) => ({ name, about, pence })),
      };
    },
  );
}
