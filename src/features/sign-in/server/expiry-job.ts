import type { Job } from '#platform/server/background/jobs.ts';
import { type Database, write } from '#platform/server/database/index.ts';
import { forgetExpired } from './registration-store.ts';

const hour = 60 * 60_000;

/** Links, registrations and allowances past their time don't stay in the data. */
export const expiryJob = ({ db, clock }: { db: Database; clock: () => Date }): Job => ({
  name: 'forgetting expired links',
  everyMs: hour,
  run: async () => {
    const now = clock().toISOString();
    await write(db, (tx) => forgetExpired(tx, now), { revision: 'none' });
  },
});
