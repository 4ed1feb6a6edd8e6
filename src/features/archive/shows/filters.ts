import { type CalendarDate, getYear } from '#platform/shared/dates/dates.ts';
import type { FilterOptions } from './contract.ts';
import type { ListQuery } from './list-state.ts';

/** The fields of a show that filters use. */
export interface FilterableShow {
  date: CalendarDate;
  season: string;
  genre: string;
  show_type: string;
  company: string;
  venue: string;
}

/** A chosen member's shows, as indexes in the list. */
export type ShowNumberSet = ReadonlySet<number>;

/**
 * Returns a function that tests if the show at an index passes the filters. A filter for genre, season, show type,
 * company or venue matches if the show has any of its chosen values. All chosen members must have taken part: choosing
 * two people finds the shows that both were in. A show belongs to the year of its last performance.
 */
export function createShowFilter(
  choices: ListQuery,
  members: readonly ShowNumberSet[],
): (show: FilterableShow, number: number) => boolean {
  const chosen = FILTER_FIELDS.filter(([kind]) => choices[kind].length > 0);
  const { from, to } = choices;
  const isWithin = (year: number) => (from ?? year) <= year && (to ?? year) >= year;
  return (show, number) =>
    chosen.every(([kind, field]) => choices[kind].includes(show[field])) &&
    ((from === null && to === null) || isWithin(getYear(show.date))) &&
    members.every((tookPart) => tookPart.has(number));
}

/** Pairs of a filter and a field: the filter's chosen values are compared with this field of a show. */
export const FILTER_FIELDS = [
  ['genres', 'genre'],
  ['seasons', 'season'],
  ['showTypes', 'show_type'],
  ['companies', 'company'],
  ['venues', 'venue'],
] as const;

/** Replaces a year outside the list with the nearest year inside it. */
export function clampYears(choices: ListQuery, { earliestYear, latestYear }: FilterOptions): ListQuery {
  if (latestYear === 0) return choices;
  const clamp = (year: number | null) => (year === null ? null : Math.min(Math.max(year, earliestYear), latestYear));
  return { ...choices, from: clamp(choices.from), to: clamp(choices.to) };
}
