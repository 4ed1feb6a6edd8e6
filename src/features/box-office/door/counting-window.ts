import { addDays, type Instant } from '#platform/shared/dates/dates.ts';
import { earlier, hour } from '#platform/shared/dates/durations.ts';
import { localTime, toInstant } from '#platform/shared/dates/local-time.ts';

/** Marks count from this many hours before a performance begins. No hall opens earlier. */
const hoursBeforeStart = 6;

/** The instants between which a mark at the door counts. Outside them it is practice. */
export interface CountingWindow {
  from: Instant;
  /** Exclusive: the end of the day after the performance. */
  until: Instant;
}

/** Returns when marks at the door of a performance count: from six hours before it begins to the end of the next day. */
export const getCountingWindow = (startsAt: Instant, timeZone: string): CountingWindow => ({
  from: earlier(startsAt, hoursBeforeStart * hour),
  until: toInstant(`${addDays(localTime(startsAt, timeZone).slice(0, 10), 2)}T00:00`, timeZone),
});

/** Returns true if a mark made then is practice. */
export const isPractice = (at: Instant | number, { from, until }: CountingWindow): boolean => {
  const time = typeof at === 'number' ? at : Date.parse(at);
  return time < Date.parse(from) || time >= Date.parse(until);
};
