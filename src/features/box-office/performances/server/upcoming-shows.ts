import { isCurrentOrUpcoming } from '#features/archive/shows/run.ts';
import { listUncancelledShows, selectShowsOnSite } from '#features/archive/shows/server/index.ts';
import { readSettings } from '#features/society/settings/server/index.ts';
import type { Id } from '#platform/server/crypto/ids.ts';
import type { DbReader } from '#platform/server/database/index.ts';
import { type CalendarDate, type Instant, yearOf } from '#platform/shared/dates/dates.ts';
import { formatIsoWithOffset, toInstant } from '#platform/shared/dates/local-time.ts';
import { getSaleStatus } from '../sale-window.ts';
import { findNextShow, type UpcomingShow } from '../upcoming-shows.ts';

interface Present {
  today: CalendarDate;
  now: Instant;
}

/**
 * Lists the shows that are on or still to come, with their performances: by the dates typed for them, or by a
 * performance still to come, even if those dates disagree.
 */
export async function listUpcomingShows(
  db: DbReader,
  { today, now }: Present,
): Promise<(UpcomingShow & { title: string })[]> {
  // For a show that is announced for a year, only its first day is stored
  const { timeZone } = await readSettings(db);
  const coming = db
    .selectFrom('performance')
    .select('show_id')
    .where('cancelled_at', 'is', null)
    .where('starts_at', '>=', toInstant(`${today}T00:00`, timeZone));
  const shows = await selectShowsOnSite(db)
    .where('cancelled', '=', 0)
    .where((show) => show.or([show('date', '>=', `${yearOf(today)}-01-01`), show('id', 'in', coming)]))
    .execute();
  if (shows.length === 0) return [];
  const performances = await db
    .selectFrom('performance')
    .select(['show_id', 'starts_at', 'on_sale_from', 'on_sale_until'])
    .where('cancelled_at', 'is', null)
    .where(
      'show_id',
      'in',
      shows.map(({ id }) => id),
    )
    .execute();
  const byShow = Map.groupBy(performances, ({ show_id }) => show_id);
  return shows
    .map(({ id, title, date, date_precision, first_date, first_date_precision, cancelled }) => ({
      ...{ id, title, date, date_precision, first_date, first_date_precision, cancelled },
      performances: (byShow.get(id) ?? []).map((performance) => ({
        starts_at: performance.starts_at,
        day: formatIsoWithOffset(performance.starts_at, timeZone).slice(0, 10),
        isOnSale: getSaleStatus(performance, now).is === 'open',
      })),
    }))
    .filter((show) => isCurrentOrUpcoming(show, today) || show.performances.some(({ day }) => day >= today));
}

/** Finds the next show by the rule of the front page; undefined while none is announced. */
export const nextShow = async (db: DbReader, present: Present): Promise<{ id: string; title: string } | undefined> =>
  findNextShow(await listUpcomingShows(db, present), present.today);

/** Finds the show that the box office is about: the next one that has performances, else the next one. */
export async function showToSell(db: DbReader, present: Present): Promise<{ id: string } | undefined> {
  const shows = await listUpcomingShows(db, present);
  const performed = shows.filter(({ performances }) => performances.length > 0);
  return findNextShow(performed.length > 0 ? performed : shows, present.today);
}

/**
 * Finds the show that Manage Bookings and its exports are about unless a request names one: the one to sell, else the newest;
 * undefined while there is none.
 */
export const findShowToManage = async (db: DbReader, present: Present): Promise<Id | undefined> =>
  (await showToSell(db, present))?.id ?? (await listUncancelledShows(db))[0]?.id;
