import type { Id } from '#platform/server/crypto/ids.ts';
import type { SearchEntry } from '#platform/server/feature/search-entries.ts';
import { type CalendarDate, getYear, isPast, type Precision } from '#platform/shared/dates/dates.ts';
import { personPath } from '../../paths.ts';

/**
 * Formats "33 shows, 1974 to 2026": the number of the person's past shows, and their first and last years. Years alone,
 * after a name, would read as those of a birth and a death.
 */
function formatPastShows(past: readonly { date: CalendarDate }[]): string {
  if (past.length === 0) return '';
  let [first, last] = [9999, 0];
  for (const { date } of past) {
    const year = getYear(date);
    if (year < first) first = year;
    if (year > last) last = year;
  }
  if (past.length === 1) return `One show, in ${last}`;
  return `${past.length} shows, ${first < last ? `${first} to ${last}` : last}`;
}

const inList = new Intl.ListFormat('en-GB');

/**
 * Returns a person's entry in the site search: their name, the number and years of their shows up to this day, their
 * other printed names, and their roles on stage.
 */
export function toPersonSearchEntry(
  { id, name, also }: { id: Id; name: string; also: readonly string[] },
  theirs: readonly { cancelled: boolean; date: CalendarDate; date_precision: Precision }[],
  day: CalendarDate,
  roles: SearchEntry['roles'],
): SearchEntry {
  const past = theirs.filter(({ cancelled, date, date_precision }) => !cancelled && isPast(date, date_precision, day));
  const detail = [formatPastShows(past), also.length > 0 && `also known as ${inList.format(also)}`]
    .filter(Boolean)
    .join(', ');
  return {
    type: 'member',
    title: name,
    href: personPath(id, name),
    detail,
    also: [...also],
    ...(roles && { roles }),
    poster: '',
  };
}
