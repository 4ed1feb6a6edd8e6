import { usersView } from '#features/society/accounts/server/index.ts';
import type { Id } from '#platform/server/crypto/ids.ts';
import type { DbReader, DbTransaction } from '#platform/server/database/index.ts';
import type { CalendarDate, Instant } from '#platform/shared/dates/dates.ts';
import { findFirstOpenDay } from './open-day.ts';
import { countEntriesUntil, type LedgerPeriod } from './store.ts';

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
export const computeClosingToken = async (db: DbReader, year: LedgerPeriod): Promise<string> =>
  String(await countEntriesUntil(db, year));

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

/** Reopens the year that was closed last, and the years before it back to the previous closing. */
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

export const listYearsClosedBy = (db: DbReader, userId: Id) =>
  db
    .selectFrom('closed_year')
    .select(['from_day as from', 'until_day as until', 'closed_at'])
    .where('closed_by', '=', userId)
    .orderBy('until_day')
    .execute();
