import type { Feature } from '#platform/server/feature/feature.ts';
import { workByClock } from '#platform/server/jobs/work.ts';
import { waitingCalls } from './server/calls.ts';
import { forgetAfterShows } from './server/forget.ts';
import { lookForFreePlaces } from './server/offers.ts';
import { waitingPages } from './server/pages.ts';
import { waitingData } from './server/personal-data.ts';

/** The waiting list of sold-out performances, and the offers to it once places are free. */
export const waitingList: Feature = {
  routes(platform, services) {
    waitingPages(platform, services);
    waitingCalls(platform, services);
  },
  loops: (services) => [
    { name: 'offering free places to those who wait', everyMs: 5000, run: lookForFreePlaces(services) },
  ],
  work: (services) => [
    workByClock(
      { kind: 'forget-waiting', name: 'Forgetting waiting lists of past shows', clock: { every: 'day', at: '04:30' } },
      () => forgetAfterShows(services),
    ),
  ],
  personalData: [waitingData],
};
