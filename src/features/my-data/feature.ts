import type { Feature } from '#platform/server/feature/feature.ts';
import { myDataCalls } from './server/calls.ts';
import { erasureJob } from './server/erasure-job.ts';

export const myData: Feature = {
  routes: (platform, { all }) => myDataCalls(platform, { data: all('personalData') }),
  jobs: ({ db, clock, home, all }) => [erasureJob({ db, clock, home, data: all('personalData') })],
};
