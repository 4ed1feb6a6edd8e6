import type { Feature } from '#platform/server/feature/feature.ts';
import { registerSalesCalls } from './server/calls.ts';

/** Reports of a show's ticket sales and takings, by performance and ticket type. */
export const salesReports: Feature = {
  routes: registerSalesCalls,
};
