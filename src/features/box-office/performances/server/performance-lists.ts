import { isCurrentOrUpcoming } from '#features/archive/shows/run.ts';
import { listUncancelledShows, selectShowsOnSite } from '#features/archive/shows/server/index.ts';
import type { ListPerformancesForCalendars } from '#features/publishing/calendar-feed/server/index.ts';
import { readSettings } from '#features/society/settings/server/index.ts';
import type { Id } from '#platform/server/crypto/ids.ts';
import type { DbReader } from '#platform/server/database/index.ts';
import { type CalendarDate, formatTime, getYear, type Instant } from '#platform/shared/dates/dates.ts';
import { minute, subtractMs } from '#platform/shared/dates/durations.ts';
import { formatIsoWithOffset, toInstant } from '#platform/shared/dates/local-time.ts';
import type { Performance, PublicPerformance } from '../contract.ts';
import { formatPerformanceKey, getSaleStatus } from '../performance-rules.ts';
import { seatsPerRow } from '../seats.ts';
import { findNextShow, type UpcomingShow } from '../upcoming-shows.ts';
import { countPlaces, getCapacity } from './places.ts';
import { findPerformance, listPerformances, type PerformanceWithShow } from './store.ts';
import type { PerformanceTable, TicketTypeTable } from './tables.ts';

/** A performance, past or upcoming, with its show's title and the ticket types that visitors can buy. */
export interface PerformanceWithPublicTypes extends PerformanceWithShow {
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
export async function listUpcomingPerformances(db: DbReader, now: Instant): Promise<PerformanceWithPublicTypes[]> {
  const rows = await selectUpcoming(db, now)
    .selectAll('performance')
    .select(['its_show.title as show_title', 'its_show.cancelled as show_cancelled'])
    .orderBy('performance.starts_at')
    .orderBy('performance.id')
    .execute();
  return attachTicketTypes(db, rows);
}

/** Finds one performance with the ticket types that aren't hidden, even if it is over. */
export async function findPerformanceWithPublicTypes(
  db: DbReader,
  id: Id,
): Promise<PerformanceWithPublicTypes | undefined> {
  const found = await findPerformance(db, id);
  return found && (await attachTicketTypes(db, [found]))[0];
}

async function attachTicketTypes(
  db: DbReader,
  rows: readonly PerformanceWithShow[],
): Promise<PerformanceWithPublicTypes[]> {
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

/** Finds the next show, chosen as `findNextShow` does for the front page; undefined if none is announced. */
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
