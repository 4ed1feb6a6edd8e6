import type { Feature } from '#platform/server/feature/feature.ts';
import { retentionJob } from './server/retention-job.ts';

export const society: Feature = {
  jobs: ({ db, clock, all }) => [retentionJob({ db, clock, kept: all('retention') })],
};
