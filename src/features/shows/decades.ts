import { type CalendarDate, yearOf } from '#platform/shared/dates.ts';

/** The first year of a date's decade. */
export const decadeOf = (date: CalendarDate): number => yearOf(date) - (yearOf(date) % 10);

/** The years that a word of a search means: "1987", or a decade as "1980s", even before its end is typed ("198"). */
export function yearsMeant(word: string): { from: number; to: number } | undefined {
  const [, digits = ''] = /^(\d{3}|\d{4}|\d{3}0s)$/.exec(word) ?? [];
  if (digits === '') return undefined;
  if (digits.length === 4) return { from: Number(digits), to: Number(digits) };
  const from = Number(`${digits.slice(0, 3)}0`);
  return { from, to: from + 9 };
}

/** A list in date order, decade by decade, with how many shows come before each. */
export function byDecade<Show extends { date: CalendarDate }>(
  shows: readonly Show[],
): { decade: number; before: number; shows: Show[] }[] {
  const groups: { decade: number; before: number; shows: Show[] }[] = [];
  for (const [before, show] of shows.entries()) {
    const decade = decadeOf(show.date);
    const last = groups.at(-1);
    if (last?.decade === decade) last.shows.push(show);
    else groups.push({ decade, before, shows: [show] });
  }
  return groups;
}
