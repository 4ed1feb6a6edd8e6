import { z } from 'zod';

/** What a member is told of their own calendar: only that it has an address, since its secret isn't kept here. */
export const CalendarFeed = z.object({
  on: z.boolean(),
  /** "Saturday 21 November 2026 at 7.30pm"; "" without one. */
  since: z.string(),
});
export type CalendarFeed = z.infer<typeof CalendarFeed>;

/** What making an address answers, once. */
export const NewFeed = z.object({
  /** `https://…/calendar/….ics` */
  url: z.string(),
  /** The same as phones subscribe to it at a tap: `webcal://…`. */
  webcal: z.string(),
});
export type NewFeed = z.infer<typeof NewFeed>;
