import type { CalendarDate, Instant } from '#platform/shared/dates/dates.ts';
import { formatIsoWithOffset, toInstant } from '#platform/shared/dates/local-time.ts';

interface Clock {
  now: Instant;
  timeZone: string;
}

/**
 * Returns the time of publication of a post dated `date`. A day begins at local midnight, and a time is local unless it
 * has an offset. A post dated today is published now, after earlier posts of today. A post whose day hasn't changed
 * keeps its time (`before`).
 */
export function resolvePostPublishAt(date: string, { now, timeZone }: Clock, before?: Instant): Instant {
  if (/(Z|[+-]\d\d:\d\d)$/.test(date)) return new Date(date).toISOString();
  if (date.length > 10) return toInstant(date.slice(0, 16), timeZone);
  const dayOf = (moment: Instant): CalendarDate => formatIsoWithOffset(moment, timeZone).slice(0, 10);
  if (before !== undefined && dayOf(before) === date) return before;
  return dayOf(now) === date ? now : toInstant(`${date}T00:00`, timeZone);
}
