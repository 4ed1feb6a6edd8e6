import { readSettings } from '#features/society/settings/server/index.ts';
import type { Id } from '#platform/server/crypto/ids.ts';
import { type DbReader, type DbTransaction, runInBatches } from '#platform/server/database/index.ts';
import { refuseFields } from '#platform/server/http/errors/http-error.ts';
import { addDays, type CalendarDate, formatDate } from '#platform/shared/dates/dates.ts';
import type { PaymentEnvironment } from '../entry.ts';
import { createFinancialYear, getStartYear } from '../financial-year.ts';

/**
 * Finds the first day on which entries can still be posted. Undefined if no year is closed. (Closing a year closes all
 * earlier years.) Closings that end on or after `ignoredFrom` are ignored: the result is the first open day after they
 * are undone.
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
 * Loads the closed years, and returns a lookup that knows them. A refund counts on the day on which it is made. A
 * correction counts on the day of the entry, unless that year is closed.
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
