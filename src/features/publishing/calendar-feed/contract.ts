import { z } from 'zod';
import { declareCall } from '#platform/shared/calls/calls.ts';

/** The state of a member's own calendar feed. The URL isn't included, because its secret isn't stored. */
export const CalendarFeedStatus = z.object({
  on: z.boolean(),
  /** The time when the URL was created: "Saturday 21 November 2026 at 7.30pm"; "" if there is no feed. */
  since: z.string(),
});
export type CalendarFeedStatus = z.infer<typeof CalendarFeedStatus>;

/** A new URL of a member's calendar, which is shown once. */
export const NewCalendarUrl = z.object({
  /** `https://…/calendar/….ics` */
  url: z.string(),
  /** The same URL as `webcal://…`, which a phone subscribes to with one tap. */
  webcal: z.string(),
});
export type NewCalendarUrl = z.infer<typeof NewCalendarUrl>;

/** Creates a calendar URL. An earlier URL stops working. */
export const createCalendarFeed = declareCall('POST', '/members/api/account_settings/calendar', {
  answers: { 200: NewCalendarUrl },
});
export const revokeCalendarFeed = declareCall('POST', '/members/api/account_settings/calendar/off');
