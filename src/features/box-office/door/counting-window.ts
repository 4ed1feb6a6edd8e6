import { addDays, type Instant } from '#platform/shared/dates/dates.ts';
import { earlier, hour } from '#platform/shared/dates/durations.ts';
import { toInstant, toLocalTime } from '#platform/shared/dates/local-time.ts';

/** Check-ins count from this many hours before the start. No hall opens earlier. */
const hoursBeforeStart = 6;

/** The period in which check-ins count. Earlier and later check-ins are only practice. */
export interface CheckInPeriod {
  from: Instant;
  /** Exclusive: the end of the day after the performance. */
  until: Instant;
}

/**
 * Returns the period in which check-ins of a performance count: from six hours before it to the end of the next day.
 */
export const getCheckInPeriod = (startsAt: Instant, timeZone: string): CheckInPeriod => ({
  from: earlier(startsAt, hoursBeforeStart * hour),
  until: toInstant(`${addDays(toLocalTime(startsAt, timeZone).slice(0, 10), 2)}T00:00`, timeZone),
});

/** Returns true if a check-in at that time is practice. `at` is an instant or milliseconds since the epoch. */
export const isPracticeCheckIn = (at: Instant | number, { from, until }: CheckInPeriod): boolean => {
  const time = typeof at === 'number' ? at : Date.parse(at);
  return time < Date.parse(from) || time >= Date.parse(until);
};
