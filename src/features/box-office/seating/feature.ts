import type { Feature } from '#platform/server/feature/feature.ts';
import { registerSeatingCalls } from './server/calls.ts';
import { defineSeatChangeEmailJob, registerSeatChangeEmailCalls } from './server/moved-seats.ts';
import { registerSeatingPages } from './server/pages.ts';
import { allocateBoxOfficeSeats } from './server/seat-allocation.ts';

const auditActions = {
  'seating_plan.saved': 'saved a seating plan',
  'house_seats.withheld': 'withheld house seats',
  'house_seats.released': 'released house seats',
  'seat_change_email.sent': 'emailed a buyer about moved seats',
  'seat_change_email.dismissed': 'dismissed an email about moved seats',
};

declare module '#platform/server/feature/audit-actions.ts' {
  interface AuditActions extends Record<keyof typeof auditActions, true> {}
}

/** The seating plans of performances, and the pages that print tickets, row labels and the plan for the wall. */
export const seatingFeature: Feature = {
  routes(registry, services) {
    registerSeatingPages(registry, services);
    registerSeatingCalls(registry, services);
    registerSeatChangeEmailCalls(registry, services);
  },
  work: (services) => [defineSeatChangeEmailJob(services)],
  seatAssigners: [allocateBoxOfficeSeats],
  auditActions: [auditActions],
};
