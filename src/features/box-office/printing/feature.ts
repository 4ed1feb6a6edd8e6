import type { Feature } from '#platform/server/feature/feature.ts';
import { registerPrintPages } from './server/print-pages.ts';

/** Printed tickets, row labels and the seating plan for the foyer's wall. */
export const printing: Feature = {
  routes: registerPrintPages,
};
