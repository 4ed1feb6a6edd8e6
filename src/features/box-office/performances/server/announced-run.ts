import { SaveShowBody } from '#features/archive/shows/edit-contract.ts';
import { formatRun, getFirstDate, getLastDate } from '#features/archive/shows/run.ts';
import { findShow, saveShow } from '#features/archive/shows/server/index.ts';
import { readSettings } from '#features/society/settings/server/index.ts';
import type { Id } from '#platform/server/crypto/ids.ts';
import type { DbReader, DbTransaction } from '#platform/server/database/index.ts';
import type { PageRequest } from '#platform/server/http/routes/page.ts';
import { type CalendarDate, type DateWithPrecision, getLastDay } from '#platform/shared/dates/dates.ts';
import { formatIsoWithOffset } from '#platform/shared/dates/local-time.ts';
import { listActivePerformances } from './store.ts';
import type { AnnouncedRunTable } from './tables.ts';

interface Run {
  first: DateWithPrecision;
  last: DateWithPrecision;
}

/**
 * Extends the dates of a show to include its performances on `days`. A first date that is only a month or year becomes
 * the day of the first performance, unless all performances are later. A last date that is only a month or year becomes
 * the day of the last performance, unless all performances are earlier.
 */
export function extendRun({ first, last }: Run, days: readonly CalendarDate[]): Run {
  const sorted = days.toSorted();
  const [earliest, latest] = [sorted[0], sorted.at(-1)];
  if (earliest === undefined || latest === undefined) return { first, last };
  return {
    first: earliest <= getLastDay(first.date, first.precision) ? { date: earliest, precision: 'day' } : first,
    last: latest >= last.date ? { date: latest, precision: 'day' } : last,
  };
}

/** Lists the days of a show's performances in the society's time zone, without cancelled ones. */
export async function listActivePerformanceDays(db: DbReader, showId: Id): Promise<CalendarDate[]> {
  const { timeZone } = await readSettings(db);
  return (await listActivePerformances(db, showId)).map(({ starts_at }) =>
    formatIsoWithOffset(starts_at, timeZone).slice(0, 10),
  );
}

/**
 * Saves a show's dates so that they include its performances. A run that was typed with exact days is never shortened.
 * Returns a sentence about the change; "" if there is none.
 */
export async function updateShowRun(
  tx: DbTransaction,
  showId: Id,
  { now, today, visitor }: Pick<PageRequest, 'now' | 'today' | 'visitor'>,
): Promise<string> {
  const show = await findShow(tx, showId);
  if (!show) return '';
  const before = JSON.stringify({ first: getFirstDate(show), last: getLastDate(show) });
  const announced = await findAnnouncedRun(tx, showId, before);
  const { first, last } = extendRun(JSON.parse(announced), await listActivePerformanceDays(tx, showId));
  const performed = JSON.stringify({ first, last });
  await saveAnnouncedRun(tx, { show_id: showId, announced, performed });
  if (performed === before) return '';
  const dates = {
    ...{ first_date: first.date, first_date_precision: first.precision },
    ...{ date: last.date, date_precision: last.precision },
  };
  const sent = SaveShowBody.parse(dates);
  await saveShow(tx, {
    id: showId,
    isNew: false,
    sent,
    now,
    today,
    by: visitor.id,
    performedOn: listActivePerformanceDays,
  });
  return ` The site now says ${formatRun(dates)} for ${show.title}.`;
}

/**
 * Finds the dates that were typed for a show, as JSON. They are the `present` dates, unless the show's dates have since
 * been extended to include its performances.
 */
async function findAnnouncedRun(db: DbReader, showId: Id, present: string): Promise<string> {
  const stored = await db.selectFrom('announced_run').selectAll().where('show_id', '=', showId).executeTakeFirst();
  return stored?.performed === present ? stored.announced : present;
}

async function saveAnnouncedRun(tx: DbTransaction, run: AnnouncedRunTable): Promise<void> {
  await tx
    .insertInto('announced_run')
    .values(run)
    .onConflict((conflict) => conflict.column('show_id').doUpdateSet(run))
    .execute();
}
