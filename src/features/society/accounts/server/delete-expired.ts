import { type Database, type DbTransaction, write } from '#platform/server/database/index.ts';
import { defineScheduledJob, type JobHandler } from '#platform/server/jobs/job-handler.ts';
import { rateLimits } from '#platform/server/rate-limits/index.ts';
import type { Instant } from '#platform/shared/dates/dates.ts';
import { day, earlier } from '#platform/shared/dates/durations.ts';
import { knownDeviceLifetimeMs } from './known-devices.ts';

export const defineExpiryCleanupJob = ({ db, clock }: { db: Database; clock: () => Date }): JobHandler =>
  defineScheduledJob(
    { kind: 'forget-expired', name: 'Deleting expired links', clock: { every: 'day', at: '03:40' } },
    async () => {
      const now = clock().toISOString();
      await write(db, (tx) => deleteExpired(tx, now));
    },
  );

/**
 * Deletes expired registrations and known devices, unused rate limits, and links and invitations that expired a month
 * ago.
 */
async function deleteExpired(tx: DbTransaction, now: Instant): Promise<void> {
  await tx.deleteFrom('registration').where('expires_at', '<=', now).execute();
  await tx.deleteFrom('known_device').where('last_used_at', '<=', earlier(now, knownDeviceLifetimeMs)).execute();
  await rateLimits.deleteUnused(tx, now);
  // Expired links are kept for another month, so that a visitor who opens one is told that it has expired
  const aMonthAgo = earlier(now, 30 * day);
  await tx.deleteFrom('invitation').where('expires_at', '<=', aMonthAgo).execute();
  await tx.deleteFrom('single_use_link').where('expires_at', '<=', aMonthAgo).execute();
}
