import { formatRole } from '#features/archive/shows/credits.ts';
import { showPath } from '#features/archive/shows/paths.ts';
import { listShowsFromYearBefore, listUserCredits } from '#features/archive/shows/server/index.ts';
import { isActiveAccountSql, mayUse, usersView } from '#features/society/accounts/server/index.ts';
import { readSettings } from '#features/society/settings/server/index.ts';
import { createAuditContext, recordAudit } from '#platform/server/audit/index.ts';
import { newId } from '#platform/server/crypto/ids.ts';
import { hashToken, newToken } from '#platform/server/crypto/secrets.ts';
import { type Database, type DbReader, type DbTransaction, write } from '#platform/server/database/index.ts';
import type { Services } from '#platform/server/feature/feature.ts';
import type { PersonalData } from '#platform/server/feature/personal-data.ts';
import { refuseNotFound } from '#platform/server/http/errors/http-error.ts';
import { everyone } from '#platform/server/http/request/visitor.ts';
import type { FreshResponse } from '#platform/server/http/response/response-cache.ts';
import type { RouteRegistry } from '#platform/server/http/route-registry.ts';
import { type CallHandler, ok } from '#platform/server/http/routes/call.ts';
import type { PageRequest } from '#platform/server/http/routes/page.ts';
import {
  addDays,
  type CalendarDate,
  getLastDay,
  type Instant,
  isPast,
  type Precision,
} from '#platform/shared/dates/dates.ts';
import { createCalendarFeed, revokeCalendarFeed } from '../contract.ts';
import { type CalendarShow, renderShowCalendar, type TimedPerformance } from './icalendar.ts';
import type { CalendarFeedTable } from './tables.ts';

type AddPerformances = ReturnType<typeof createPerformanceLoader>;

interface Dated {
  id: string;
  date: CalendarDate;
  date_precision: Precision;
}

/** Past shows of a member stay in the member's calendar for this many days. */
const daysInFeed = 2 * 365;

/** Returns the earliest day of a member's own calendar. */
const getMemberCalendarStart = (today: CalendarDate): CalendarDate => addDays(today, -daysInFeed);

/** Returns the shows in a member's calendar: those that aren't over, and the member's own of the last two years. */
export function selectMemberCalendarShows<Show extends Dated>(
  shows: readonly Show[],
  mine: ReadonlySet<string>,
  today: CalendarDate,
) {
  const since = getMemberCalendarStart(today);
  return shows.filter(({ id, date, date_precision }) => {
    const ends = getLastDay(date, date_precision);
    return ends >= today || (mine.has(id) && ends >= since);
  });
}

/**
 * Registers the public calendar of shows, members' own calendars, and the calls that create or remove the URL of a
 * member's calendar.
 */
export function registerCalendarFeedRoutes(
  { call, resource, db }: RouteRegistry,
  services: Pick<Services, 'all'>,
): void {
  const access = mayUse('account_settings');
  const addPerformances = createPerformanceLoader(services);

  resource('/calendar.ics', { access: everyone }, sendPublicCalendar(addPerformances));
  // Both calls end a secret URL: an account has only one, and calendar programs read it without a session
  call(createCalendarFeed, { access, accountSecurity: true }, createFeed(db));
  call(revokeCalendarFeed, { access, accountSecurity: true }, revokeFeed(db));
  resource('/calendar/:token.ics', { access: everyone, secret: true }, sendOwnCalendar(addPerformances));
}

const createFeed =
  (db: Database): CallHandler<typeof createCalendarFeed> =>
  async (request) => {
    const token = newToken();
    const feed = { id: newId(), user_id: request.visitor.id, token_hash: hashToken(token), created_at: request.now };
    const entry = { ...createAuditContext(request, 'calendar_feed.created'), subject: request.visitor.id };
    await write(db, async (tx) => {
      await upsertCalendarFeed(tx, feed);
      await recordAudit(tx, entry);
    });
    const url = `${request.origin}/calendar/${token}.ics`;
    return ok('Your calendar link is ready. Copy it now: we can’t show it again.', {
      url,
      webcal: url.replace(/^https?:/, 'webcal:'),
    });
  };

const revokeFeed =
  (db: Database): CallHandler<typeof revokeCalendarFeed> =>
  async (request) => {
    const entry = { ...createAuditContext(request, 'calendar_feed.revoked'), subject: request.visitor.id };
    await write(db, async (tx) => {
      if (await deleteCalendarFeed(tx, request.visitor.id)) await recordAudit(tx, entry);
    });
    return ok('Calendar link removed. Calendars that used it will become empty, or say that the link can’t be found.');
  };

const sendPublicCalendar =
  (addPerformances: AddPerformances) =>
  async ({ db, today, origin }: PageRequest): Promise<FreshResponse> => {
    const { siteName } = await readSettings(db);
    const shows = (await listShowsFromYearBefore(db, today)).filter(
      (show) => !isPast(show.date, show.date_precision, today),
    );
    return respondWithCalendar(await addPerformances(db, shows), { name: siteName, origin });
  };

const sendOwnCalendar =
  (addPerformances: AddPerformances) =>
  async ({ db: reading, params, today, origin }: PageRequest): Promise<FreshResponse> => {
    // The owner is looked up by the hash, so that the response time reveals nothing about a guessed token.
    const owner = (await findFeedOwner(reading, hashToken(params.token ?? ''))) ?? refuseNotFound();
    const since = getMemberCalendarStart(today);
    const roles = new Map<string, string[]>();
    // A date with only the year counts as the first day of that year
    for (const { show_id, role } of await listUserCredits(reading, owner.id, addDays(since, -366))) {
      roles.set(show_id, [...(roles.get(show_id) ?? []), formatRole(role)]);
    }
    const { siteName } = await readSettings(reading);
    const shows = selectMemberCalendarShows(
      await listShowsFromYearBefore(reading, since),
      new Set(roles.keys()),
      today,
    );
    const runs = (await addPerformances(reading, shows)).map((show) => ({
      ...show,
      yours: roles.get(show.id)?.join(', ') ?? '',
    }));
    return respondWithCalendar(runs, { name: `${siteName}: ${owner.firstname}`, origin });
  };

function respondWithCalendar(
  runs: readonly (Omit<CalendarShow, 'url' | 'changed'> & { updated_at: Instant })[],
  { name, origin }: { name: string; origin: string },
): FreshResponse {
  const linked = runs.map((run) => ({ ...run, url: origin + showPath(run), changed: run.updated_at }));
  return {
    status: 200,
    contentType: 'text/calendar; charset=utf-8',
    body: renderShowCalendar(linked, { name, host: new URL(origin).host }),
  };
}

/** Lists the performances of these shows by start, each with its show's id. */
export type ListPerformancesForCalendars = (
  db: DbReader,
  showIds: readonly string[],
) => Promise<readonly (TimedPerformance & { show_id: string })[]>;

declare module '#platform/server/feature/feature.ts' {
  interface Contributions {
    /** Look-ups of the performances of shows. The feature for performances contributes one. */
    timedPerformances: readonly ListPerformancesForCalendars[];
  }
}

/** Creates a function that adds the known performances to the shows of a calendar. */
const createPerformanceLoader =
  ({ all }: Pick<Services, 'all'>) =>
  async <Show extends { id: string }>(
    db: DbReader,
    shows: readonly Show[],
  ): Promise<(Show & { performances: readonly TimedPerformance[] })[]> => {
    const ids = shows.map(({ id }) => id);
    const performances = (await Promise.all(all('timedPerformances').map((list) => list(db, ids)))).flat();
    const byShow = Map.groupBy(performances, ({ show_id }) => show_id);
    return shows.map((show) => ({ ...show, performances: byShow.get(show.id) ?? [] }));
  };

/** Finds the time when the URL of a member's calendar was created; undefined if there is none. */
export const findCalendarFeed = (db: DbReader, userId: string) =>
  db.selectFrom('calendar_feed').select('created_at').where('user_id', '=', userId).executeTakeFirst();

/** Finds the owner of a secret calendar URL, if their account is active. */
const findFeedOwner = (db: DbReader, tokenHash: string) =>
  db
    .selectFrom('calendar_feed')
    .innerJoin(usersView(db).as('user'), 'user.id', 'calendar_feed.user_id')
    .select(['user.id', 'user.firstname'])
    .where('calendar_feed.token_hash', '=', tokenHash)
    .where(isActiveAccountSql)
    .executeTakeFirst();

/** Stores the hash of the secret in a member's calendar URL. An earlier URL stops working. */
async function upsertCalendarFeed(tx: DbTransaction, feed: CalendarFeedTable): Promise<void> {
  const { user_id: _, ...renewed } = feed;
  await tx
    .insertInto('calendar_feed')
    .values(feed)
    .onConflict((clash) => clash.column('user_id').doUpdateSet(renewed))
    .execute();
}

async function deleteCalendarFeed(tx: DbTransaction, userId: string): Promise<boolean> {
  const { numDeletedRows } = await tx.deleteFrom('calendar_feed').where('user_id', '=', userId).executeTakeFirst();
  return numDeletedRows > 0n;
}

/** The time when a person's calendar URL was created. The URL is deleted with the account. */
export const calendarFeedPersonalData: PersonalData = {
  name: 'calendar_feed',
  tables: ['calendar_feed'],
  about: (db, { id }) => db.selectFrom('calendar_feed').select('created_at').where('user_id', '=', id).execute(),
};
