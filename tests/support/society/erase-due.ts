import { defineErasureJob } from '#features/identity/my-data/server/erasure.ts';
import type { Database } from '#platform/server/database/index.ts';
import type { PersonalData } from '#platform/server/feature/personal-data.ts';
import { runDueJobs } from '#platform/server/jobs/runner.ts';

/** Erases the accounts whose erasure is due at a moment, like the nightly job. */
export const eraseDueAccounts = (db: Database, data: readonly PersonalData[], moment: string): Promise<void> => {
  const clock = () => new Date(moment);
  return runDueJobs({
    db,
    clock,
    work: [defineErasureJob({ db, data, clock, home: () => 'https://players.example' })],
  });
};
