import { addDays, type CalendarDate, type Instant, today } from '#platform/shared/dates.ts';
import { momentOf } from '#platform/shared/local-time.ts';

/**
 * When something happens, by the clocks where the society lives: each day, or on one day of each month, which every
 * month has (1 to 28).
 */
export type ClockTime = { every: 'day'; at: Hour } | { every: 'month'; on: number; at: Hour };

/** `03:00`. Best not between one and three: clocks skip that hour in spring, and have it twice in autumn. */
export type Hour = `${number}:${number}`;

/** One of its times: the day there, which names it, and the moment. */
export interface Occurrence {
  day: CalendarDate;
  due: Instant;
}

/** The last time that it was due, at `now` or before. */
export function lastDue(time: ClockTime, now: Instant, timeZone: string): Occurrence {
  const day = today(now, timeZone);
  const here = occurrence(time, dayOf(time, day), timeZone);
  return here.due <= now ? here : occurrence(time, dayBefore(time, here.day), timeZone);
}

/** The next time that it will be due, after `now`. */
export function nextDue(time: ClockTime, now: Instant, timeZone: string): Occurrence {
  const last = lastDue(time, now, timeZone);
  return occurrence(time, dayAfter(time, last.day), timeZone);
}

const occurrence = ({ at }: ClockTime, day: CalendarDate, timeZone: string): Occurrence => ({
  day,
  due: momentOf(`${day}T${at}`, timeZone),
});

/** The day of the period that contains `day`. */
const dayOf = (time: ClockTime, day: CalendarDate): CalendarDate =>
  time.every === 'day' ? day : `${day.slice(0, 8)}${String(time.on).padStart(2, '0')}`;

const dayBefore = (time: ClockTime, day: CalendarDate) =>
  dayOf(time, addDays(time.every === 'day' ? day : `${day.slice(0, 8)}01`, -1));

/** No month has more than 31 days, and none after it fewer than 28. */
const dayAfter = (time: ClockTime, day: CalendarDate) =>
  time.every === 'day' ? addDays(day, 1) : dayOf(time, addDays(`${day.slice(0, 8)}01`, 31));
