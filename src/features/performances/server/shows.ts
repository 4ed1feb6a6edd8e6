import { isOnOrAhead } from '#features/shows/run.ts';
import { showsOnSite } from '#features/shows/server/index.ts';
import type { Reading } from '#platform/server/database/index.ts';
import { type CalendarDate, yearOf } from '#platform/shared/dates.ts';

/** The next show, or the one that is on; undefined while none is announced. */
export async function nextToPlay(db: Reading, today: CalendarDate): Promise<{ id: string; title: string } | undefined> {
  // For a show that is announced for a year, only its first day is stored
  const shows = await showsOnSite(db)
    .where('date', '>=', `${yearOf(today)}-01-01`)
    .orderBy('date')
    .orderBy('id')
    .execute();
  return shows.find((show) => isOnOrAhead(show, today));
}
