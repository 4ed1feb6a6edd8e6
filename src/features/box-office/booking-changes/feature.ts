import { needsAndNotesRetentionMonths } from '#features/box-office/orders/server/index.ts';
import { bookingsRetentionText, createRetentionMonthsReader } from '#features/society/settings/server/index.ts';
import type { Feature } from '#platform/server/feature/feature.ts';
import { registerBookingChangeCalls } from './server/calls.ts';
import { anonymiseBuyersInChanges, bookingChangePersonalData, deleteChangeNotesOfPastOrders } from './server/store.ts';

const auditActions = {
  'booking.changed': 'changed a booking',
  'booking.change_undone': 'undid a change to a booking',
};

declare module '#platform/server/feature/audit-actions.ts' {
  interface AuditActions extends Record<keyof typeof auditActions, true> {}
}

/**
 * Manual changes to bookings: tickets exchanged, added, or given to or reserved for somebody new. They can be undone.
 */
export const bookingChangesFeature: Feature = {
  visibility: { booking_mod: 'private', booking_mod_ticket: 'private' },
  routes: registerBookingChangeCalls,
  rowUses: [{ of: 'ticket_order', table: 'booking_mod', column: 'order_id', reason: 'it has booking changes' }],
  personalData: [bookingChangePersonalData],
  retention: [
    {
      description: 'Notes about changes to bookings: a month after the performance',
      months: async () => needsAndNotesRetentionMonths,
      deleteOrAnonymise: deleteChangeNotesOfPastOrders,
    },
    {
      description: `Buyers’ names in changes to bookings: ${bookingsRetentionText}`,
      months: createRetentionMonthsReader('keepBookingsMonths'),
      deleteOrAnonymise: anonymiseBuyersInChanges,
    },
  ],
  auditActions: [auditActions],
};
