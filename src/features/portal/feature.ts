import type { Feature } from '#platform/server/feature/feature.ts';
import { firstHourCalls } from './server/first-hour.ts';
import { portalPages } from './server/pages.ts';

export const portal: Feature = {
  routes(platform, services) {
    portalPages(platform, services);
    firstHourCalls(platform);
  },
};
