import type { Feature } from '#platform/server/feature/feature.ts';
import { registerBookingPages } from './server/pages.ts';

/** The pages on which people who sell tickets manage performances and bookings. */
export const bookings: Feature = {
  routes: registerBookingPages,
};
