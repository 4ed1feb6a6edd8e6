import type { Feature } from '#platform/server/feature/feature.ts';
import { myDataCalls } from './server/calls.ts';
import { defineErasureJob } from './server/erasure.ts';

export const myData: Feature = {
  routes: (platform, { all }) => myDataCalls(platform, { data: all('personalData') }),
  work: ({ db, clock, home, all }) => [defineErasureJob({ db, clock, home, data: all('personalData') })],
};
