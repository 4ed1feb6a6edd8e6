import { day, earlier } from '#platform/shared/durations.ts';
import { writePrivate } from '../database/index.ts';
import type { Feature } from '../feature/feature.ts';
import { defineScheduledJob } from './job-handler.ts';
import { deleteFinishedJobs } from './job-store.ts';

/** More than any two months: work that was done on the 1st is remembered until it is due again. */
const keepsJobs = 100 * day;

/** The jobs' own work. What admins see of them is features/administration/jobs. */
export const jobRetention: Feature = {
  work: ({ db, clock, jobHandlers: work }) => [
    defineScheduledJob(
      { kind: 'forget-jobs', name: 'Forgetting work that is long done', clock: { every: 'day', at: '03:50' } },
      async () => {
        const before = earlier(clock(), keepsJobs);
        const staying = work().flatMap((one) => (one.jobsStay ? [one.kind] : []));
        await writePrivate(db, (tx) => deleteFinishedJobs(tx, before, staying));
      },
    ),
  ],
  impersonalTables: [{ table: 'job', reason: 'names what is to be done by ids, and says in codes what went wrong' }],
};
