import type { Feature } from '#platform/server/feature/feature.ts';
import { defineSaverPersonalData } from '#platform/server/feature/personal-data.ts';
import { listActivePerformanceDays } from './server/announced-run.ts';
import { registerPerformanceCalls } from './server/calls.ts';
import { findNextSaleChangeTime, listPerformancesForCalendars, loadNextShow } from './server/performance-lists.ts';
import { findNextHouseSeatReleaseTime } from './server/seating-plan.ts';
import { registerTicketTypeCalls } from './server/ticket-types.ts';

const auditActions = {
  'performance.added': 'added a performance',
  'performance.changed': 'changed a performance',
  'performance.moved': 'moved a performance',
  'performance.cancelled': 'cancelled a performance',
  'performance.restored': 'restored a cancelled performance',
  'performance.deleted': 'deleted a performance',
  'ticket_type.added': 'added a ticket type',
  'ticket_type.changed': 'changed a ticket type',
  'ticket_type.removed': 'removed a ticket type',
};

declare module '#platform/server/feature/audit-actions.ts' {
  interface AuditActions extends Record<keyof typeof auditActions, true> {}
}

/** Performances of shows, with their ticket types and places. */
export const performancesFeature: Feature = {
  visibility: {
    performance: {
      rows: 'public',
      columns: {
        plan_version: 'private',
        plan_saved: 'private',
        plan_updated_by: 'private',
        updated_by: 'private',
        tell_seats_at: 'private',
        // Visitors see only how many places are left
        row_count: 'sales',
        hidden_seats: 'sales',
      },
    },
    ticket_type: { rows: 'public', columns: { updated_by: 'private' } },
    place: 'sales',
    seat_assignment: 'sales',
    promised_seat: 'sales',
    announced_run: 'public',
  },
  routes(registry, services) {
    registerPerformanceCalls(registry, services);
    registerTicketTypeCalls(registry);
  },
  nextPublications: [findNextSaleChangeTime, findNextHouseSeatReleaseTime],
  nextShows: [loadNextShow],
  performedOn: [listActivePerformanceDays],
  timedPerformances: [listPerformancesForCalendars],
  rowUses: [
    { of: 'show', table: 'performance', column: 'show_id', reason: 'it has performances' },
    { of: 'show', table: 'announced_run', column: 'show_id', reason: 'its dates have been announced' },
  ],
  personalData: [
    defineSaverPersonalData({
      ...{ name: 'performances_last_saved', table: 'performance', label: 'starts_at' },
      columns: ['updated_by', 'plan_updated_by'],
    }),
    defineSaverPersonalData({ name: 'ticket_types_last_saved', table: 'ticket_type', label: 'name' }),
  ],
  nonPersonalTables: [
    { table: 'place', reason: 'places of a performance, and the ids of the tickets that have them' },
    { table: 'seat_assignment', reason: 'seats, and the ids of the tickets that have them' },
    { table: 'announced_run', reason: 'the run of each show as it was last announced' },
    { table: 'promised_seat', reason: 'seats, and the ids of the tickets whose buyers know them' },
  ],
  auditActions: [auditActions],
};
