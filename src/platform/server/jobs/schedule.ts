import { addDays, type CalendarDate, type Instant, toCalendarDate } from '#platform/shared/dates/dates.ts';
import { toInstant } from '#platform/shared/dates/local-time.ts';

/**
 * The time of scheduled work, by the society's clocks: each day, or on one day of each month, which every month has (1
 * to 28).
 */
export type Schedule = { every: 'day'; at: TimeOfDay } | { every: 'month'; on: number; at: TimeOfDay };

/** `03:00`. Best not between one and three: clocks skip that hour in spring, and have it twice in autumn. */
export type TimeOfDay = `${number}:${number}`;

/** One of its times: the day there, which names it, and the moment. */
export interface Occurrence {
  day: CalendarDate;
  due: Instant;
}

/** The last time that it was due, at `now` or before. */
export function lastDue(time: Schedule, now: Instant, timeZone: string): Occurrence {
  const day = toCalendarDate(now, timeZone);
  const here = occurrence(time, dayOf(time, day), timeZone);
  return here.due <= now ? here : occurrence(time, dayBefore(time, here.day), timeZone);
}

/** The next time that it will be due, after `now`. */
export function nextDue(time: Schedule, now: Instant, timeZone: string): Occurrence {
  const last = lastDue(time, now, timeZone);
  return occurrence(time, dayAfter(time, last.day), timeZone);
}

const occurrence = ({ at }: Schedule, day: CalendarDate, timeZone: string): Occurrence => ({
  day,
  due: toInstant(`${day}T${at}`, timeZone),
});

/** The day of the period that contains `day`. */
const dayOf = (time: Schedule, day: CalendarDate): CalendarDate =>
  time.every === 'day' ? day : `${day.slice(0, 8)}${String(time.on).padStart(2, '0')}`;

const dayBefore = (time: Schedule, day: CalendarDate) =>
  dayOf(time, addDays(time.every === 'day' ? day : `${day.slice(0, 8)}01`, -1));

/** No month has more than 31 days, and none after it fewer than 28. */
const dayAfter = (time: Schedule, day: CalendarDate) =>
  time.every === 'day' ? addDays(day, 1) : dayOf(time, addDays(`${day.slice(0, 8)}01`, 31));
