import type { ListCurtainTimes } from '#features/publishing/discovery/server/index.ts';
import { readSettings } from '#features/society/settings/server/index.ts';
import { formatTime } from '#platform/shared/dates/dates.ts';
import { formatIsoWithOffset } from '#platform/shared/dates/local-time.ts';
import { getDoorsTime } from './performance-view.ts';

/** Lists the performances of these shows for calendars, including cancelled ones. */
export const listCurtainTimes: ListCurtainTimes = async (db, showIds) => {
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
    const doors = getDoorsTime({ starts_at, doors_minutes }, timeZone);
    return {
      ...{ id, show_id, starts_at, notes, version },
      doors: doors === '' ? '' : formatTime(doors),
      cancelled: cancelled_at !== null,
      day: formatIsoWithOffset(starts_at, timeZone).slice(0, 10),
    };
  });
};
