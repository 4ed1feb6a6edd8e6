import type { Instant } from './dates.ts';
import { day } from './durations.ts';

const zonedClocks = new Map<string, Intl.DateTimeFormat>();

/**
 * Returns a moment as clocks in `timeZone` show it, with the UTC offset: `2026-07-01T00:00:00+01:00`. Its first ten
 * characters are the local calendar date. Throws a RangeError for an unknown zone.
 */
export function formatIsoWithOffset(moment: Instant, timeZone: string): string {
  let clock = zonedClocks.get(timeZone);
  if (!clock) {
    clock = new Intl.DateTimeFormat('en-GB', {
      timeZone,
      hourCycle: 'h23',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
      timeZoneName: 'longOffset',
    });
    zonedClocks.set(timeZone, clock);
  }
  const part = new Map(clock.formatToParts(new Date(moment)).map(({ type, value }) => [type, value]));
  const day = [part.get('year')?.padStart(4, '0'), part.get('month'), part.get('day')].join('-');
  const time = [part.get('hour'), part.get('minute'), part.get('second')].join(':');
  return `${day}T${time}${part.get('timeZoneName')?.replace('GMT', '') || '+00:00'}`;
}

const offsetOf = (moment: number, timeZone: string): number => {
  const local = formatIsoWithOffset(new Date(moment).toISOString(), timeZone).slice(0, 19);
  return Date.parse(`${local}Z`) - Math.floor(moment / 1000) * 1000;
};

/**
 * Returns the moment at which clocks in `timeZone` show `2026-12-01T19:30`. A time that occurs twice means its first
 * occurrence; a time that is skipped moves forward by as much as the clocks. Throws a RangeError for text that
 * can't be parsed as a date and time.
 */
export function toInstant(local: string, timeZone: string): Instant {
  const shown = Date.parse(`${local}Z`);
  if (Number.isNaN(shown)) throw new RangeError(`${local} is not a valid date and time`);
  const fits = [shown - day, shown + day]
    .map((near) => shown - offsetOf(near, timeZone))
    .filter((moment) => moment + offsetOf(moment, timeZone) === shown);
  const moment = fits.length > 0 ? Math.min(...fits) : shown - offsetOf(shown - day, timeZone);
  return new Date(moment).toISOString();
}

/** Formats a moment for a `datetime-local` field: `2026-12-01T19:30` on clocks in `timeZone`. */
export const toLocalTime = (moment: Instant, timeZone: string): string =>
  formatIsoWithOffset(moment, timeZone).slice(0, 16);
