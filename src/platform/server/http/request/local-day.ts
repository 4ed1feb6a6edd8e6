import { type CalendarDate, toCalendarDate } from '#platform/shared/dates/dates.ts';
import { hour } from '#platform/shared/dates/durations.ts';

/** The society's calendar day, and the moment it ends. */
export interface SocietyDay {
  date: CalendarDate;
  /** Epoch milliseconds. */
  until: number;
}

/** Finds the day and its end by bisection: the clocks may change in between, so a day isn't always 24 hours. */
function dayAt(now: number, timeZone: string): SocietyDay {
  const date = toCalendarDate(new Date(now), timeZone);
  let same = now;
  let other = now + 26 * hour;
  while (other - same > 1) {
    const middle = Math.floor((same + other) / 2);
    if (toCalendarDate(new Date(middle), timeZone) === date) same = middle;
    else other = middle;
  }
  return { date, until: other };
}

/** Returns the society's date, computed once a day. */
export function localDays(): (now: number, timeZone: string) => SocietyDay {
  let known: (SocietyDay & { from: number; timeZone: string }) | undefined;
  return (now, timeZone) => {
    if (!known || known.timeZone !== timeZone || now < known.from || now >= known.until) {
      known = { ...dayAt(now, timeZone), from: now, timeZone };
    }
    return known;
  };
}
