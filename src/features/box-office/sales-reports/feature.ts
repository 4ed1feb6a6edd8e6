import type { Feature } from '#platform/server/feature/feature.ts';
import { salesCalls } from './server/calls.ts';

/** The sales for a show, by evening and type, and their money. */
export const salesReports: Feature = {
  routes: salesCalls,
};
