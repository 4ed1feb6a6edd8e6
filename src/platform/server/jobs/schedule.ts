import { addDays, type CalendarDate, type Instant, toCalendarDate } from '#platform/shared/dates/dates.ts';
import { toInstant } from '#platform/shared/dates/local-time.ts';

/**
 * The times at which a scheduled job runs, in the society's time zone: each day, or on one day of each month (1 to 28,
 * which every month has).
 */
export type Schedule = { every: 'day'; at: TimeOfDay } | { every: 'month'; on: number; at: TimeOfDay };

/** `03:00`. Avoid times between one and three, because clocks skip an hour there in spring and repeat one in autumn. */
export type TimeOfDay = `${number}:${number}`;

/** One occurrence of a schedule: its local day, which is its key, and its instant. */
export interface Occurrence {
  day: CalendarDate;
  due: Instant;
}

/** Returns the last occurrence at or before `now`. */
export function findLastOccurrence(time: Schedule, now: Instant, timeZone: string): Occurrence {
  const day = toCalendarDate(now, timeZone);
  const here = occurrence(time, dayOf(time, day), timeZone);
  return here.due <= now ? here : occurrence(time, dayBefore(time, here.day), timeZone);
}

/** Returns the first occurrence after `now`. */
export function findNextOccurrence(time: Schedule, now: Instant, timeZone: string): Occurrence {
  const last = findLastOccurrence(time, now, timeZone);
  return occurrence(time, dayAfter(time, last.day), timeZone);
}

const occurrence = ({ at }: Schedule, day: CalendarDate, timeZone: string): Occurrence => ({
  day,
  due: toInstant(`${day}T${at}`, timeZone),
});

/** Returns the occurrence's day in the period that contains `day`. */
const dayOf = (time: Schedule, day: CalendarDate): CalendarDate =>
  time.every === 'day' ? day : `${day.slice(0, 8)}${String(time.on).padStart(2, '0')}`;

const dayBefore = (time: Schedule, day: CalendarDate) =>
  dayOf(time, addDays(time.every === 'day' ? day : `${day.slice(0, 8)}01`, -1));

/**
 * Adding 31 days always reaches the next month, and never the month after it: no month is longer than 31 days, and two
 * consecutive months are always longer than that together.
 */
const dayAfter = (time: Schedule, day: CalendarDate) =>
  time.every === 'day' ? addDays(day, 1) : dayOf(time, addDays(`${day.slice(0, 8)}01`, 31));
