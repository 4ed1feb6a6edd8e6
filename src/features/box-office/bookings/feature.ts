import type { Feature } from '#platform/server/feature/feature.ts';
import { registerBookingPages } from './server/pages.ts';
import { registerSalesCalls } from './server/sales-report.ts';

/** The pages on which people who sell tickets manage performances and bookings, with reports of a show's sales. */
export const bookingsFeature: Feature = {
  routes(registry, services) {
    registerBookingPages(registry, services);
    registerSalesCalls(registry, services);
  },
};
