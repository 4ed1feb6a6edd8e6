import { bookingsRetentionText, createRetentionMonthsReader } from '#features/society/settings/server/index.ts';
import type { Feature } from '#platform/server/feature/feature.ts';
import { registerDoorCalls } from './server/calls.ts';
import {
  countOpenNotesByPerformance,
  deleteOldNotes,
  handleWalkUpSale,
  registerDoorNoteCalls,
} from './server/notes.ts';
import { registerDoorPages } from './server/pages.ts';
import { deleteOldCheckIns, doorPersonalData, findArrivedTickets } from './server/store.ts';

const auditActions = {
  'door.invalid_ticket_admitted': 'admitted somebody whose ticket isn’t valid',
  'door.note_dismissed': 'dismissed a note from the door',
};

declare module '#platform/server/feature/audit-actions.ts' {
  interface AuditActions extends Record<keyof typeof auditActions, true> {}
}

/** Check-in of the audience at the door of a performance. */
export const doorFeature: Feature = {
  visibility: { door_mark: 'private', door_note: 'private' },
  routes(registry, services) {
    registerDoorPages(registry);
    registerDoorCalls(registry);
    registerDoorNoteCalls(registry, services);
  },
  arrivals: [findArrivedTickets],
  walkUpSaleHandlers: [handleWalkUpSale],
  doorNoteCounts: [countOpenNotesByPerformance],
  rowUses: [
    { of: 'ticket', table: 'door_mark', column: 'ticket_id', reason: 'it has been checked in at the door' },
    { of: 'ticket_order', table: 'door_note', column: 'order_id', reason: 'a note from the door is about it' },
  ],
  personalData: [doorPersonalData],
  retention: [
    {
      description: `Check-ins and notes at the door: ${bookingsRetentionText}`,
      months: createRetentionMonthsReader('keepBookingsMonths'),
      deleteOrAnonymise: async (tx, before) => {
        await deleteOldCheckIns(tx, before);
        await deleteOldNotes(tx, before);
      },
    },
  ],
  auditActions: [auditActions],
};
