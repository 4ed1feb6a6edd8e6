import type { Feature } from '#platform/server/feature/feature.ts';
import { registerSalesCalls } from './server/calls.ts';

/** The sales of a show, by performance and type, and their money. */
export const salesReports: Feature = {
  routes: registerSalesCalls,
};
