import type { Job } from '#platform/server/background/jobs.ts';
import { type Database, writeQuietly } from '#platform/server/database/index.ts';
import type { Retention } from '#platform/server/feature/retention.ts';
import type { Instant } from '#platform/shared/dates.ts';
import type { Settings } from '../settings.ts';
import { readSettings } from './settings-store.ts';

/** The same moment that many calendar months earlier, or the last of a month that is too short for it. */
export function monthsBefore(now: Date, months: number): Instant {
  const before = new Date(now);
  before.setUTCMonth(before.getUTCMonth() - months);
  if (before.getUTCDate() !== now.getUTCDate()) before.setUTCDate(0);
  return before.toISOString();
}

/** Deletes what is older than the site settings say; 0 months keep it for ever. */
export async function forgetOld(db: Database, retentions: readonly Retention[], now: Date): Promise<void> {
  const settings: Settings = await readSettings(db.read);
  const months = { messages: settings.keepMessagesMonths, mails: settings.keepMailMonths };
  for (const { of, forget } of retentions) {
    if (months[of] === 0) continue;
    await writeQuietly(db, (tx) => forget(tx, monthsBefore(now, months[of])));
  }
}

/** Looks once an hour; several processes may do so at once. */
export const retentionJob = (parts: { db: Database; kept: readonly Retention[]; clock: () => Date }): Job => ({
  name: 'forgetting',
  everyMs: 3_600_000,
  run: () => forgetOld(parts.db, parts.kept, parts.clock()),
});
