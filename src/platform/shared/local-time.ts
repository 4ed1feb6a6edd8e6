import { type Instant, withOffset } from './dates.ts';

const offsetOf = (moment: number, timeZone: string): number => {
  const local = withOffset(new Date(moment).toISOString(), timeZone).slice(0, 19);
  return Date.parse(`${local}Z`) - Math.floor(moment / 1000) * 1000;
};

/**
 * The moment at which clocks in `timeZone` show `2026-12-01T19:30`. Of an hour that comes twice it is the first; a time
 * that is skipped moves on by as much as the clocks do. Throws a RangeError for what is no date and time.
 */
export function momentOf(local: string, timeZone: string): Instant {
  const shown = Date.parse(`${local}Z`);
  if (Number.isNaN(shown)) throw new RangeError(`${local} is no date and time`);
  const day = 24 * 3_600_000;
  const fits = [shown - day, shown + day]
    .map((near) => shown - offsetOf(near, timeZone))
    .filter((moment) => moment + offsetOf(moment, timeZone) === shown);
  const moment = fits.length > 0 ? Math.min(...fits) : shown - offsetOf(shown - day, timeZone);
  return new Date(moment).toISOString();
}

/** A moment for a `datetime-local` field: `2026-12-01T19:30` on clocks in `timeZone`. */
export const localTime = (moment: Instant, timeZone: string): string => withOffset(moment, timeZone).slice(0, 16);
