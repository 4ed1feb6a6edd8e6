import { type CalendarDate, getYear } from '#platform/shared/dates/dates.ts';

/** Returns the first year of a date's decade. */
export const getDecade = (date: CalendarDate): number => getYear(date) - (getYear(date) % 10);

/**
 * Parses a search word as years: "1987", or a decade as "1980s", even half-typed ("198"). Returns undefined for any
 * other word.
 */
export function parseYears(word: string): { from: number; to: number } | undefined {
  const [, digits = ''] = /^(\d{3}|\d{4}|\d{3}0s)$/.exec(word) ?? [];
  if (digits === '') return undefined;
  if (digits.length === 4) return { from: Number(digits), to: Number(digits) };
  const from = Number(`${digits.slice(0, 3)}0`);
  return { from, to: from + 9 };
}

/**
 * Finds where each decade begins in a list in order of date; `before` is the number of shows before it. Uses a binary
 * search, so even in a long list it looks at few shows.
 */
export function findDecadeStarts(shows: readonly { date: CalendarDate }[]): { decade: number; before: number }[] {
  const begun: { decade: number; before: number }[] = [];
  for (let before = 0; before < shows.length; ) {
    const decade = decadeAt(shows, before);
    begun.push({ decade, before });
    let [from, until] = [before + 1, shows.length];
    while (from < until) {
      const middle = (from + until) >> 1;
      if (decadeAt(shows, middle) === decade) from = middle + 1;
      else until = middle;
    }
    before = from;
  }
  return begun;
}

const decadeAt = (shows: readonly { date: CalendarDate }[], at: number) => getDecade(shows[at]?.date ?? '');

/** Divides a date-ordered list into decades, each with the number of shows before it. */
export const groupShowsByDecade = <Show extends { date: CalendarDate }>(
  shows: readonly Show[],
): { decade: number; before: number; shows: Show[] }[] => {
  const begun = findDecadeStarts(shows);
  return begun.map(({ decade, before }, at) => ({
    decade,
    before,
    shows: shows.slice(before, begun[at + 1]?.before ?? shows.length),
  }));
};
