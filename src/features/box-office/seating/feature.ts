import type { Feature } from '#platform/server/feature/feature.ts';
import { boxOfficeCalls } from './server/box-office-calls.ts';
import { seatingCalls } from './server/calls.ts';
import { houseSeatsCalls } from './server/house-seats.ts';
import { movedSeatsCalls, seatChangeLetterJob } from './server/moved-seats.ts';
import { plannerScript, seatingPages } from './server/pages.ts';
import { allocateBoxOfficeSeats } from './server/seat-allocation.ts';

const auditActions = {
  'seating_plan.saved': 'saved a seating plan',
  'house_seats.withheld': 'withheld house seats',
  'house_seats.released': 'released house seats',
  'seat_change_email.sent': 'emailed a buyer about other seats',
  'seat_change_email.dismissed': 'left an email about other seats unsent',
};

declare module '#platform/server/feature/audit-actions.ts' {
  interface AuditActions extends Record<keyof typeof auditActions, true> {}
}

/** Seat plans of performances. */
export const seating: Feature = {
  routes(platform, services) {
    seatingPages(platform);
    plannerScript(platform, services);
    seatingCalls(platform, services);
    boxOfficeCalls(platform);
    movedSeatsCalls(platform, services);
    houseSeatsCalls(platform);
  },
  work: (services) => [seatChangeLetterJob(services)],
  seatGiving: [allocateBoxOfficeSeats],
  auditActions: [auditActions],
};
