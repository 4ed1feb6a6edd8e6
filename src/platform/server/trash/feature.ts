import type { Feature } from '../feature/feature.ts';
import { purgeJob } from './purge-job.ts';

export const trash: Feature = {
  jobs: ({ all, ...services }) => [purgeJob({ ...services, kinds: all('trash') })],
};
