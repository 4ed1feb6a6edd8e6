import type { Feature } from '#platform/server/feature/feature.ts';
import { performanceCalls } from './server/calls.ts';
import { findNextHouseSeatRelease } from './server/house-seats.ts';
import { performedOn } from './server/performed-on.ts';
import { ticketTypeCalls } from './server/ticket-type-calls.ts';
import { nextSaleChange } from './server/upcoming-performances.ts';
import { nextShow } from './server/upcoming-shows.ts';

/** Performances of shows: their times, their ticket types and prices, and their places. */
export const performances: Feature = {
  visibility: {
    performance: {
      rows: 'public',
      columns: {
        plan_version: 'private',
        plan_saved: 'private',
        tell_seats_at: 'private',
        // Of a seating plan, visitors only see the number of places left
        row_count: 'sales',
        hidden_seats: 'sales',
      },
    },
    ticket_type: 'public',
    place: 'sales',
    seat_assignment: 'sales',
    promised_seat: 'sales',
    announced_run: 'public',
  },
  routes(platform, services) {
    performanceCalls(platform, services);
    ticketTypeCalls(platform);
  },
  nextPublications: [nextSaleChange, findNextHouseSeatRelease],
  nextShows: [nextShow],
  performedOn: [performedOn],
  impersonalTables: [
    { table: 'performance', reason: 'when shows are performed' },
    { table: 'ticket_type', reason: 'what tickets cost' },
    { table: 'place', reason: 'how many may come, and the ids of their tickets' },
    { table: 'seat_assignment', reason: 'seats, and the ids of the tickets that have them' },
    { table: 'announced_run', reason: 'when a show was announced to be on' },
    { table: 'promised_seat', reason: 'seats, and the ids of the tickets whose buyers know them' },
  ],
};
