import { type Database, type DbReader, write } from '#platform/server/database/index.ts';
import type { RetentionRule } from '#platform/server/feature/deletion.ts';
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

/** Returns a function that reads a retention time, in months, from the settings. */
export const createRetentionMonthsReader =
  (setting: 'keepMessagesMonths' | 'keepMailMonths' | 'keepBookingsMonths'): RetentionRule['months'] =>
  async (db: DbReader) =>
    (await readSettings(db))[setting];

/** Describes the retention of messages, for the data map. */
export const messagesRetentionText = 'after the number of months in Admin Settings, 24 by default';

/** Describes the retention of buyers' details, for the data map. */
export const bookingsRetentionText = 'the number of months in Admin Settings after the performance, 24 by default';

/** Deletes or anonymises data that is older than its retention time. 0 months means for ever. */
export async function applyRetentionRules(
  db: Database,
  rules: readonly Pick<RetentionRule, 'months' | 'deleteOrAnonymise'>[],
  now: Date,
): Promise<void> {
  for (const { months: readMonths, deleteOrAnonymise } of rules) {
    const months = await readMonths(db.read);
    if (months > 0) await write(db, (tx) => deleteOrAnonymise(tx, subtractMonths(now, months)));
  }
}

export const defineRetentionJob = ({
  db,
  rules,
  clock,
}: {
  db: Database;
  rules: readonly RetentionRule[];
  clock: () => Date;
}): JobHandler =>
  defineScheduledJob(
    {
      kind: 'forget-old',
      name: 'Deleting old messages, emails and buyers’ details',
      schedule: { every: 'day', at: '03:30' },
    },
    () => applyRetentionRules(db, rules, clock()),
  );
