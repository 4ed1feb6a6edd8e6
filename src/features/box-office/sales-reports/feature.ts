import type { Feature } from '#platform/server/feature/feature.ts';
import { salesCalls } from './server/calls.ts';

/** The sales of a show, by performance and type, and their money. */
export const salesReports: Feature = {
  routes: salesCalls,
};
