import type { Instant } from './dates.ts';

// All durations are in milliseconds. A day has 24 hours here; a calendar day may have 23 or 25 (`addDays`)
export const second = 1000;
export const minute = 60 * second;
export const hour = 60 * minute;
export const day = 24 * hour;

/** Returns the moment `ms` milliseconds after `at`. Throws a RangeError if a date can't represent it. */
export const addMs = (at: Instant | Date, ms: number): Instant => new Date(new Date(at).getTime() + ms).toISOString();

/** Returns the moment `ms` milliseconds before `at`. Throws a RangeError if a date can't represent it. */
export const subtractMs = (at: Instant | Date, ms: number): Instant => addMs(at, -ms);

/** Returns the earliest instant. ISO strings sort chronologically. */
export const getEarliestInstant = (one: Instant, ...others: Instant[]): Instant => [one, ...others].sort()[0] ?? one;

/** Returns the latest instant. */
export const getLatestInstant = (one: Instant, ...others: Instant[]): Instant => [one, ...others].sort().at(-1) ?? one;

/** Formats a waiting time, rounded up: "a minute", "5 minutes", "3 hours". */
export function formatWait(waitMs: number): string {
  if (waitMs > 2 * hour) return `${Math.ceil(waitMs / hour)} hours`;
  return waitMs <= minute ? 'a minute' : `${Math.ceil(waitMs / minute)} minutes`;
}
