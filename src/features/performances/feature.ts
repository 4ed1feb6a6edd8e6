import type { Feature } from '#platform/server/feature/feature.ts';
import { performanceCalls } from './server/calls.ts';
import { nextSaleChange } from './server/coming-performances.ts';
import { nextRelease } from './server/house-seats.ts';
import { performedOn } from './server/performed-on.ts';
import { ticketTypeCalls } from './server/ticket-type-calls.ts';
import { nextShow } from './server/upcoming-shows.ts';

/** When a show is performed, where people may come, and what tickets cost. */
export const performances: Feature = {
  routes(platform, services) {
    performanceCalls(platform, services);
    ticketTypeCalls(platform);
  },
  nextPublications: [nextSaleChange, nextRelease],
  nextShows: [nextShow],
  performedOn: [performedOn],
  impersonalTables: [
    { table: 'performance', because: 'when shows are performed' },
    { table: 'ticket_type', because: 'what tickets cost' },
    { table: 'place', because: 'how many may come, and the ids of their tickets' },
    { table: 'seat_assignment', because: 'seats, and the ids of the tickets that have them' },
    { table: 'announced_run', because: 'when a show was announced to be on' },
    { table: 'promised_seat', because: 'seats, and the ids of the tickets whose buyers know them' },
  ],
};
