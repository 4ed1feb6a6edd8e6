import { z } from 'zod';
import { declareCall } from '#platform/shared/calls/calls.ts';
import { ticketEmailKinds } from './ticket-email-kinds.ts';

const kind = z.enum(ticketEmailKinds);

/** An email to buyers, for the box office's overview. */
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
