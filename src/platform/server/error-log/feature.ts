import { day, subtractMs } from '#platform/shared/dates/durations.ts';
import { write } from '../database/index.ts';
import type { Feature } from '../feature/feature.ts';
import { defineScheduledJob } from '../jobs/job-handler.ts';
import { deleteOldErrors, type ErrorLog, errorRetentionDays } from './error-log.ts';

/**
 * Creates the feature that records errors of the program. The screen for admins is in
 * features/administration/monitoring.
 */
export const createErrorLogFeature = (faults: ErrorLog): Feature => ({
  visibility: { fault: 'private' },
  loops: ({ db }) => [{ name: 'recording errors', everyMs: 5000, run: () => faults.write(db) }],
  work: ({ db, clock }) => [
    defineScheduledJob(
      { kind: 'forget-faults', name: 'Deleting old errors', schedule: { every: 'day', at: '03:55' } },
      async () => {
        const before = subtractMs(clock(), errorRetentionDays * day);
        await write(db, (tx) => deleteOldErrors(tx, before));
      },
    ),
  ],
  nonPersonalTables: [{ table: 'fault', reason: 'where in the program something failed, without the input' }],
});
