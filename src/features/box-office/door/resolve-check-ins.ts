import { addDays, type Instant } from '#platform/shared/dates/dates.ts';
import { earlier, hour, later, latestInstant } from '#platform/shared/dates/durations.ts';
import { toInstant, toLocalTime } from '#platform/shared/dates/local-time.ts';

interface RecordedCheckIn {
  id: string;
  at: string;
  /** True, or 1 in the database, if the ticket's holder came in; false or 0 if the record undoes a check-in. */
  came: boolean | 0 | 1;
}

/** Compares check-ins by time, regardless of the door that recorded them and when they were sent. */
const compareCheckIns = <M extends Pick<RecordedCheckIn, 'id' | 'at'>>(one: M, other: M): number =>
  one.at === other.at ? (one.id < other.id ? -1 : 1) : one.at < other.at ? -1 : 1;

/**
 * Returns the check-in that counts: the first one after the last undo. Offline doors send late and sometimes twice, so
 * the result must not depend on the order in which check-ins arrive.
 * @returns undefined while the ticket's holder isn't in
 */
export function resolveArrival<M extends RecordedCheckIn>(checkIns: readonly M[]): M | undefined {
  let arrival: M | undefined;
  for (const checkIn of checkIns.toSorted(compareCheckIns)) arrival = checkIn.came ? (arrival ?? checkIn) : undefined;
  return arrival;
}

/** Finds a ticket's latest check-in after the arrival. Such a check-in means that the ticket was shown again. */
export function findRepeatedCheckIn<M extends RecordedCheckIn>(checkIns: readonly M[], arrival: M): M | undefined {
  return checkIns
    .filter((checkIn) => checkIn.came && checkIn.id !== arrival.id && compareCheckIns(arrival, checkIn) < 0)
    .toSorted(compareCheckIns)
    .at(-1);
}

/** A check-in counts as sent at once if its delay is at most this (milliseconds). */
const maxImmediateDelayMs = 5000;

/**
 * Returns the time of a check-in. A check-in that was sent at once is placed after all known check-ins of its ticket,
 * so that the second of two simultaneous scans gets the response “already in”.
 */
export function resolveCheckInTime(
  { waited }: { waited: number },
  { now, checkIns }: { now: string; checkIns: readonly Pick<RecordedCheckIn, 'at'>[] },
): string {
  if (waited > maxImmediateDelayMs) return earlier(now, waited);
  return latestInstant(now, ...checkIns.map(({ at }) => later(at, 1)));
}

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
