import type { Instant } from './dates.ts';

// In milliseconds. This day has 24 hours; one of the calendar may have 23 or 25 (`addDays`)
export const second = 1000;
export const minute = 60 * second;
export const hour = 60 * minute;
export const day = 24 * hour;

/** Returns the moment so many milliseconds later. Throws a RangeError if there is none. */
export const later = (at: Instant | Date, ms: number): Instant => new Date(new Date(at).getTime() + ms).toISOString();

/** Returns the moment so many milliseconds earlier. Throws a RangeError if there is none. */
export const earlier = (at: Instant | Date, ms: number): Instant => later(at, -ms);

/** Returns the earliest instant. ISO strings sort chronologically. */
export const earliestInstant = (one: Instant, ...others: Instant[]): Instant => [one, ...others].sort()[0] ?? one;

/** The last of these moments. */
export const latestInstant = (one: Instant, ...others: Instant[]): Instant => [one, ...others].sort().at(-1) ?? one;

/** "a minute", "5 minutes", "3 hours": how long to wait, never less than it takes. */
export function formatWait(waitMs: number): string {
  if (waitMs > 2 * hour) return `${Math.ceil(waitMs / hour)} hours`;
  return waitMs <= minute ? 'a minute' : `${Math.ceil(waitMs / minute)} minutes`;
}
