import type { Feature } from '#platform/server/feature/feature.ts';
import { salesCalls } from './server/calls.ts';

/** What was sold for a show, by evening and type, and what came of it in money. */
export const salesReports: Feature = {
  routes: salesCalls,
};
