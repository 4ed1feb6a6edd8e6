import { readSettings } from '#features/society/settings/server/index.ts';
import type { Id } from '#platform/server/crypto/ids.ts';
import type { Reading } from '#platform/server/database/index.ts';
import type { CalendarDate } from '#platform/shared/dates.ts';
import { formatIsoWithOffset } from '#platform/shared/local-time.ts';
import { listActivePerformances } from './store.ts';

/** Lists the days of a show's performances that aren't cancelled, in the society's time zone. */
export async function performedOn(db: Reading, showId: Id): Promise<CalendarDate[]> {
  const { timeZone } = await readSettings(db);
  return (await listActivePerformances(db, showId)).map(({ starts_at }) =>
    formatIsoWithOffset(starts_at, timeZone).slice(0, 10),
  );
}
