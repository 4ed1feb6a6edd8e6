import { isCurrentOrUpcoming } from '#features/archive/shows/run.ts';
import { listUncancelledShows, selectShowsOnSite } from '#features/archive/shows/server/index.ts';
import { readSettings } from '#features/society/settings/server/index.ts';
import type { Id } from '#platform/server/crypto/ids.ts';
import type { DbReader } from '#platform/server/database/index.ts';
import { type CalendarDate, getYear, type Instant } from '#platform/shared/dates/dates.ts';
import { formatIsoWithOffset, toInstant } from '#platform/shared/dates/local-time.ts';
import { getSaleStatus } from '../sale-rules.ts';
import { findNextShow, type UpcomingShow } from '../upcoming-shows.ts';
import { findPerformance, type PerformanceWithShow } from './store.ts';
import type { TicketTypeTable } from './tables.ts';

/** A performance, past or upcoming, with its show's title and the ticket types that visitors can buy. */
export interface PerformanceWithTicketTypes extends PerformanceWithShow {
  /** The ticket types in listed order, without those that only the box office sells. */
  types: TicketTypeTable[];
}

const selectUpcoming = (db: DbReader, now: Instant) =>
  db
    .selectFrom('performance')
    .innerJoin(selectShowsOnSite(db).as('its_show'), 'its_show.id', 'performance.show_id')
    .where('performance.starts_at', '>', now)
    .where('its_show.cancelled', '=', 0);

/** Selects the start times of performances, for use in another query. */
export const selectPerformanceStarts = (db: DbReader) => db.selectFrom('performance').select(['id', 'starts_at']);

/** Lists the upcoming performances, including cancelled ones, of the shows that are on the site and not cancelled. */
export async function listUpcomingPerformances(db: DbReader, now: Instant): Promise<PerformanceWithTicketTypes[]> {
  const rows = await selectUpcoming(db, now)
    .selectAll('performance')
    .select(['its_show.title as show_title', 'its_show.cancelled as show_cancelled'])
    .orderBy('performance.starts_at')
    .orderBy('performance.id')
    .execute();
  return attachTicketTypes(db, rows);
}

/** Finds one performance with the ticket types that aren't hidden, even if it is over. */
export async function findPerformanceWithTicketTypes(
  db: DbReader,
  id: Id,
): Promise<PerformanceWithTicketTypes | undefined> {
  const found = await findPerformance(db, id);
  return found && (await attachTicketTypes(db, [found]))[0];
}

async function attachTicketTypes(
  db: DbReader,
  rows: readonly PerformanceWithShow[],
): Promise<PerformanceWithTicketTypes[]> {
  if (rows.length === 0) return [];
  const types = await db
    .selectFrom('ticket_type')
    .selectAll()
    .where(
      'performance_id',
      'in',
      rows.map(({ id }) => id),
    )
    .where('hidden', '=', 0)
    .orderBy('ord')
    .orderBy('name_key')
    .orderBy('id')
    .execute();
  const byPerformance = Map.groupBy(types, ({ performance_id }) => performance_id);
  return rows.map((row) => ({ ...row, types: byPerformance.get(row.id) ?? [] }));
}

/** Returns true if any performance of a show is on sale, even if it is sold out. */
export async function hasPerformanceOnSale(db: DbReader, showId: Id, now: Instant): Promise<boolean> {
  const rows = await selectUpcoming(db, now)
    .select(['performance.starts_at', 'performance.on_sale_from', 'performance.on_sale_until'])
    .where('performance.show_id', '=', showId)
    .where('performance.cancelled_at', 'is', null)
    .execute();
  return rows.some((row) => getSaleStatus(row, now).is === 'open');
}

/** Finds the next time at which a sale opens or closes. */
export async function findNextSaleChangeTime(db: DbReader, after: Instant): Promise<Instant | undefined> {
  const next = await db
    .selectFrom('performance')
    .select(({ eb, fn }) => [
      fn.min(eb.case().when('on_sale_from', '>', after).then(eb.ref('on_sale_from')).end()).as('from'),
      fn.min(eb.case().when('on_sale_until', '>', after).then(eb.ref('on_sale_until')).end()).as('until'),
      fn.min('starts_at').as('begins'),
    ])
    .where('starts_at', '>', after)
    .where('cancelled_at', 'is', null)
    .executeTakeFirst();
  return [next?.from, next?.until, next?.begins].filter((moment) => typeof moment === 'string').sort()[0];
}

interface CurrentTime {
  today: CalendarDate;
  now: Instant;
}

/**
 * Lists the current and upcoming shows with their performances. A show is upcoming if its typed dates or any of its
 * performances are upcoming.
 */
export async function listUpcomingShows(
  db: DbReader,
  { today, now }: CurrentTime,
): Promise<(UpcomingShow & { title: string })[]> {
  const { timeZone } = await readSettings(db);
  const coming = db
    .selectFrom('performance')
    .select('show_id')
    .where('cancelled_at', 'is', null)
    .where('starts_at', '>=', toInstant(`${today}T00:00`, timeZone));
  // A show announced for a year is stored with the first day of that year, so the query starts on 1 January
  const shows = await selectShowsOnSite(db)
    .where('cancelled', '=', 0)
    .where((show) => show.or([show('date', '>=', `${getYear(today)}-01-01`), show('id', 'in', coming)]))
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

/** Finds the next show by the front page's rule; undefined if none is announced. */
export const loadNextShow = async (
  db: DbReader,
  present: CurrentTime,
): Promise<{ id: string; title: string } | undefined> =>
  findNextShow(await listUpcomingShows(db, present), present.today);

/** Finds the show to sell tickets for: the next show with performances, or else the next show. */
export async function findShowToSellTicketsFor(
  db: DbReader,
  present: CurrentTime,
): Promise<{ id: string } | undefined> {
  const shows = await listUpcomingShows(db, present);
  const performed = shows.filter(({ performances }) => performances.length > 0);
  return findNextShow(performed.length > 0 ? performed : shows, present.today);
}

/**
 * Finds the show that Manage Bookings opens with: the show to sell tickets for, or else the newest; undefined if there
 * is none.
 */
export const findShowIdToManage = async (db: DbReader, present: CurrentTime): Promise<Id | undefined> =>
  (await findShowToSellTicketsFor(db, present))?.id ?? (await listUncancelledShows(db))[0]?.id;
