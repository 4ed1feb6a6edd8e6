import type { Feature } from '#platform/server/feature/feature.ts';
import { performanceCalls } from './server/calls.ts';
import { ticketTypeCalls } from './server/ticket-type-calls.ts';

/** When a show is performed, where people may come, and what tickets cost. */
export const performances: Feature = {
  routes(platform) {
    performanceCalls(platform);
    ticketTypeCalls(platform);
  },
  impersonalTables: [
    { table: 'performance', because: 'when shows are performed' },
    { table: 'ticket_type', because: 'what tickets cost' },
    { table: 'place', because: 'how many may come, and the ids of their tickets' },
  ],
};
