import { z } from 'zod';
import { declareCall } from '#platform/shared/calls/calls.ts';

/** The emails to buyers of tickets and to people on the waiting list, and when each is sent. */
export const ticketEmailLabels = {
  confirm_order: { name: 'Confirm free tickets', when: 'as soon as somebody books tickets that cost nothing' },
  not_confirmed: { name: 'Free tickets declined', when: 'when the box office declines tickets that cost nothing' },
  confirmation: { name: 'Confirmation', when: 'as soon as tickets are sold, reserved or given away' },
  changed: {
    name: 'Changed',
    when: 'when tickets are exchanged or added, some (but not all) are returned or cancelled, or a performance is moved',
  },
  seats: {
    name: 'Seats changed',
    when: 'ten minutes after the last saved change to a buyer’s seats on the seating plan',
  },
  refunded: {
    name: 'Refunded',
    when: 'when money is refunded and the tickets stay valid, or a due or refused refund is settled',
  },
  cancelled: {
    name: 'Booking cancelled',
    when: 'when all tickets of a booking are cancelled, returned or released',
  },
  reminder: { name: 'Reminder', when: 'at 10am on the day before the performance' },
  thanks: { name: 'Thank you', when: 'at 10am on the day after the performance' },
  waiting: { name: 'Waiting list', when: 'as soon as somebody joins a waiting list' },
  offer: { name: 'Places offered', when: 'as soon as places are free for a waiting party' },
  offer_over: { name: 'Offer expired', when: 'when offered places aren’t booked in time' },
  waiting_over: {
    name: 'No places to offer',
    when: 'ten minutes after the last performance that a party waits for, or the whole show, is cancelled; at once if it is deleted',
  },
} as const;
export type TicketEmailKind = keyof typeof ticketEmailLabels;

export const ticketEmailKinds = Object.keys(ticketEmailLabels) as readonly TicketEmailKind[];

/** Returns true if an email can't be switched off: people need its link to continue. */
export const isTicketEmailAlwaysOn = (kind: TicketEmailKind): boolean =>
  kind === 'offer' || kind === 'waiting' || kind === 'confirm_order';

const kind = z.enum(ticketEmailKinds);

/** The kinds of email that the box office has switched off. */
export const DisabledTicketEmails = z.array(kind).optional();

/** A kind of email to buyers or to people on the waiting list, with a sample, for the box office's overview. */
export const TicketEmailPreview = z.object({
  kind,
  name: z.string(),
  /** The time at which the email is sent: "as soon as …". */
  when: z.string(),
  /** True if the email is switched on. */
  on: z.boolean(),
  /** True if the email can't be switched off. */
  always: z.boolean(),
  /** The sample email, for an order of two tickets. */
  subject: z.string(),
  text: z.string(),
});
export type TicketEmailPreview = z.infer<typeof TicketEmailPreview>;

export const setTicketEmailEnabled = declareCall('POST', '/members/api/bookings/letters', {
  body: z.object({ kind, on: z.boolean() }),
});
