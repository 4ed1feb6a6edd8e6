import type { Feature } from '#platform/server/feature/feature.ts';
import { bookingChangeCalls } from './server/calls.ts';
import { bookingChangeData } from './server/personal-data.ts';

/** Manual changes to bookings: tickets moved, added or reserved for somebody. Each can be undone. */
export const bookingChanges: Feature = {
  visibility: { booking_mod: 'private', booking_mod_ticket: 'private' },
  routes: bookingChangeCalls,
  personalData: [bookingChangeData],
};
