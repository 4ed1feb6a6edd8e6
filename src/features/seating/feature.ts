import type { Feature } from '#platform/server/feature/feature.ts';
import { seatingCalls } from './server/calls.ts';
import { seatingPages } from './server/pages.ts';

/** Who sits where. */
export const seating: Feature = {
  routes(platform) {
    seatingPages(platform);
    seatingCalls(platform);
  },
};
