import { type Database, type DbReader, write } from '#platform/server/database/index.ts';
import type { Retention } from '#platform/server/feature/retention.ts';
import { defineScheduledJob, type JobHandler } from '#platform/server/jobs/job-handler.ts';
import type { Instant } from '#platform/shared/dates/dates.ts';
import { readSettings } from './settings-store.ts';

/** Subtracts calendar months, clamping to the last day of a shorter month. */
export function subtractMonths(now: Date, months: number): Instant {
  const before = new Date(now);
  before.setUTCMonth(before.getUTCMonth() - months);
  if (before.getUTCDate() !== now.getUTCDate()) before.setUTCDate(0);
  return before.toISOString();
}

/** Returns the months for which the site settings retain something. */
export const retentionMonthsOf =
  (setting: 'keepMessagesMonths' | 'keepMailMonths' | 'keepBookingsMonths'): Retention['months'] =>
  async (db: DbReader) =>
    (await readSettings(db))[setting];

/** The retention of visitors' and members' messages, in the data map's words. */
export const messagesRetention = 'for the months that Admin Settings say, 24 at first';

/** The same for people who came to performances. */
export const bookingsRetention = 'for the months after the performance that Admin Settings say, 24 at first';

/** Deletes rows that are older than the retention time of their kind. */
export async function deleteExpiredRows(
  db: Database,
  retentions: readonly Pick<Retention, 'months' | 'forget'>[],
  now: Date,
): Promise<void> {
  for (const { months: monthsOf, forget } of retentions) {
    const months = await monthsOf(db.read);
    if (months > 0) await write(db, (tx) => forget(tx, subtractMonths(now, months)));
  }
}

export const defineRetentionJob = (parts: {
  db: Database;
  rules: readonly Retention[];
  clock: () => Date;
}): JobHandler =>
  defineScheduledJob(
    {
      kind: 'forget-old',
      name: 'Deleting old messages, emails and buyers’ details',
      clock: { every: 'day', at: '03:30' },
    },
    () => deleteExpiredRows(parts.db, parts.rules, parts.clock()),
  );
