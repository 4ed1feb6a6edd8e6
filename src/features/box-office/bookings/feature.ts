import type { Feature } from '#platform/server/feature/feature.ts';
import { bookingPages } from './server/pages.ts';

/** Where those who sell tickets look after performances and bookings. */
export const bookings: Feature = {
  routes: bookingPages,
};
