import { usersView } from '#features/society/accounts/server/index.ts';
import { readSettings } from '#features/society/settings/server/index.ts';
import type { Id } from '#platform/server/crypto/ids.ts';
import { type DbReader, type DbTransaction, runInBatches } from '#platform/server/database/index.ts';
import type { PersonalData } from '#platform/server/feature/personal-data.ts';
import { refuseFields } from '#platform/server/http/errors/http-error.ts';
import { addDays, type CalendarDate, formatDate, type Instant } from '#platform/shared/dates/dates.ts';
import type { PaymentEnvironment } from '../entry.ts';
import { createFinancialYear, getStartYear, type LedgerPeriod } from '../financial-year.ts';

/**
 * Finds the first day on which entries can still be posted; undefined if no year is closed. Closing a year closes all
 * earlier years. With `ignoredFrom`, returns the first open day that would remain if all closings that end on or after
 * that day were undone.
 */
export async function findFirstOpenDay(
  db: DbReader,
  environment: PaymentEnvironment,
  ignoredFrom?: CalendarDate,
): Promise<CalendarDate | undefined> {
  const last = await db
    .selectFrom('closed_year')
    .select('until_day')
    .where('environment', '=', environment)
    .$if(ignoredFrom !== undefined, (closings) => closings.where('until_day', '<', ignoredFrom ?? ''))
    .orderBy('until_day', 'desc')
    .limit(1)
    .executeTakeFirst();
  return last && addDays(last.until_day, 1);
}

/**
 * Returns the day on which an entry counts. This is `day`, unless its year is closed; then it is `enteredOn` or the
 * first open day, whichever is later.
 * @throws HttpError 400 if a person chose a day in a closed year
 */
export async function getEntryDay(
  tx: DbTransaction,
  environment: PaymentEnvironment,
  { day, enteredOn, isChosen }: { day: CalendarDate; enteredOn: CalendarDate; isChosen: boolean },
): Promise<CalendarDate> {
  if (isChosen) {
    await assertOpenDay(tx, environment, day);
    return day;
  }
  const firstOpen = await findFirstOpenDay(tx, environment);
  if (firstOpen === undefined || day >= firstOpen) return day;
  return enteredOn >= firstOpen ? enteredOn : firstOpen;
}

/** @throws HttpError 400 with the first open day if the day is in a closed year */
export async function assertOpenDay(db: DbReader, environment: PaymentEnvironment, day: CalendarDate): Promise<void> {
  const firstOpen = await findFirstOpenDay(db, environment);
  if (firstOpen === undefined || day >= firstOpen) return;
  refuseFields({
    day: `That year is closed. The first day that can still be entered is ${formatDate(firstOpen, 'day')}.`,
  });
}

/**
 * Returns the name of the year in which a refund or correction of an entry counts. "" if it is the entry's own year.
 */
export type LaterYearLookup = (kind: 'refund' | 'correction', entryDay: CalendarDate) => string;

/**
 * Loads the closed years, and returns a function that finds the year in which a refund or correction counts. A refund
 * counts on the day on which it is made. A correction counts on the day of the entry, unless that year is closed.
 */
export async function loadLaterYearLookup(
  db: DbReader,
  environment: PaymentEnvironment,
  today: CalendarDate,
): Promise<LaterYearLookup> {
  const { yearBegins } = await readSettings(db);
  const firstOpen = (await findFirstOpenDay(db, environment)) ?? '';
  const enteredOn = today >= firstOpen ? today : firstOpen;
  const nameOf = (day: CalendarDate) => createFinancialYear(getStartYear(day, yearBegins), yearBegins).name;
  return (kind, entryDay) => {
    const countsOn = kind === 'correction' && entryDay >= firstOpen ? entryDay : enteredOn;
    return nameOf(countsOn) === nameOf(entryDay) ? '' : nameOf(countsOn);
  };
}

/**
 * Finds, by entry id, the name of the year in which a correction of the entry would count. An entry is left out if its
 * correction would count in the entry's own year.
 */
export async function findCorrectionYears(
  db: DbReader,
  entryIds: readonly Id[],
  { environment, today }: { environment: PaymentEnvironment; today: CalendarDate },
): Promise<Record<Id, string>> {
  const getLaterYear = await loadLaterYearLookup(db, environment, today);
  const years: Record<Id, string> = {};
  await runInBatches(entryIds, async (some) => {
    for (const { id, day } of await db.selectFrom('entry').select(['id', 'day']).where('id', 'in', some).execute()) {
      const year = getLaterYear('correction', day);
      if (year !== '') years[id] = year;
    }
  });
  return years;
}

/** A period of the ledger that somebody has closed. Closing a year closes all earlier years too. */
export interface ClosedPeriod {
  from: CalendarDate;
  until: CalendarDate;
  at: Instant;
  /** The name of the person who closed the period. "" once their account is deleted. */
  by: string;
}

/** Finds the closing of a year, or of the next later year that was closed. Undefined if the year is open. */
export async function findYearClosing(
  db: DbReader,
  { environment, until }: LedgerPeriod,
): Promise<ClosedPeriod | undefined> {
  const row = await db
    .selectFrom('closed_year')
    .leftJoin(usersView(db).as('user'), 'user.id', 'closed_by')
    .select(['from_day as from', 'until_day as until', 'closed_at as at', 'user.firstname', 'user.lastname'])
    .where('environment', '=', environment)
    .where('until_day', '>=', until)
    .orderBy('until_day')
    .limit(1)
    .executeTakeFirst();
  if (!row) return undefined;
  const { firstname, lastname, ...closing } = row;
  return { ...closing, by: `${firstname ?? ''} ${lastname ?? ''}`.trim() };
}

/**
 * Computes a token of the entries that closing the year would close. When a year is closed, the token is compared with
 * that of the page that the user saw. Entries are only added, so counting them reveals every change.
 */
export async function computeClosingToken(db: DbReader, { environment, until }: LedgerPeriod): Promise<string> {
  const { count } = await db
    .selectFrom('entry')
    .select(({ cast, fn }) => cast<string>(fn.countAll(), 'text').as('count'))
    .where('environment', '=', environment)
    .where('day', '<=', until)
    .executeTakeFirstOrThrow();
  return count;
}

/** Closes a year and all earlier years, unless an entry was posted in one of them since the token was made. */
export async function closeYear(
  tx: DbTransaction,
  { id, at, userId, year, token }: { id: Id; at: Instant; userId: Id; year: LedgerPeriod; token: string },
): Promise<'closed' | 'was closed' | 'has changed'> {
  if (await findYearClosing(tx, year)) return 'was closed';
  if ((await computeClosingToken(tx, year)) !== token) return 'has changed';
  const { environment, from: from_day, until: until_day } = year;
  await tx
    .insertInto('closed_year')
    .values({ id, environment, from_day, until_day, closed_at: at, closed_by: userId })
    .execute();
  return 'closed';
}

/** Reopens a year, and the earlier years that were closed together with it, unless a later year is closed. */
export async function reopenYear(
  tx: DbTransaction,
  { environment, from, until }: LedgerPeriod,
): Promise<'reopened' | 'is open' | 'later is closed'> {
  const firstOpen = await findFirstOpenDay(tx, environment);
  if (firstOpen === undefined || firstOpen <= from) return 'is open';
  const later = await tx
    .selectFrom('closed_year')
    .select('id')
    .where('environment', '=', environment)
    .where('until_day', '>', until)
    .executeTakeFirst();
  if (later) return 'later is closed';
  await tx.deleteFrom('closed_year').where('environment', '=', environment).where('until_day', '>=', from).execute();
  return 'reopened';
}

/** The years that a person closed. Deleting the account erases the name. */
export const closedYearPersonalData: PersonalData = {
  name: 'closed_years',
  tables: ['closed_year'],
  about: (db, { id }) =>
    db
      .selectFrom('closed_year')
      .select(['from_day as from', 'until_day as until', 'closed_at'])
      .where('closed_by', '=', id)
      .orderBy('until_day')
      .execute(),
};
