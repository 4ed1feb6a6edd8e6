import { type CalendarDate, yearOf } from '#platform/shared/dates.ts';
import { sortKey } from '#platform/shared/sort-key.ts';
import type { ListOptions } from './contract.ts';
import type { Choices } from './list-state.ts';

/** What filters look at in a show. */
export interface Filterable {
  date: CalendarDate;
  season: string;
  genre: string;
  show_type: string;
  company: string;
  venue: string;
}

/** One chosen member: the shows they were in, by number in the list. */
export type TookPart = ReadonlySet<number>;

/**
 * Whether a show, by its number in the list, passes the filters. Within genre, season, show type, company and venue any
 * of the chosen will do. All of the chosen members must have taken part: who picks two people wants to know when they
 * played together. A show belongs to the year of its last performance.
 */
export function filter(choices: Choices, members: readonly TookPart[]): (show: Filterable, number: number) => boolean {
  const chosen = FIELDS.filter(([kind]) => choices[kind].length > 0);
  return (show, number) => {
    const year = yearOf(show.date);
    return (
      chosen.every(([kind, field]) => choices[kind].includes(show[field])) &&
      (choices.from ?? year) <= year &&
      (choices.to ?? year) >= year &&
      members.every((tookPart) => tookPart.has(number))
    );
  };
}

/** What is chosen of each kind, and what a show says of it. */
const FIELDS = [
  ['genres', 'genre'],
  ['seasons', 'season'],
  ['showTypes', 'show_type'],
  ['companies', 'company'],
  ['venues', 'venue'],
] as const;

/** What the filters can offer for these shows. With no shows both years are 0. */
export function optionsOf(shows: readonly Filterable[]): ListOptions {
  const years = shows.map((show) => yearOf(show.date));
  const of = (field: (typeof FIELDS)[number][1]) => offered(shows.map((show) => show[field]));
  return {
    genres: of('genre'),
    seasons: of('season'),
    showTypes: of('show_type'),
    companies: of('company'),
    venues: of('venue'),
    earliestYear: years.sort((a, b) => a - b)[0] ?? 0,
    latestYear: years.at(-1) ?? 0,
  };
}

/** Years outside the list's own become the nearest of its own. */
export function withinYears(choices: Choices, { earliestYear, latestYear }: ListOptions): Choices {
  if (latestYear === 0) return choices;
  const clamp = (year: number | null) => year && Math.min(Math.max(year, earliestYear), latestYear);
  return { ...choices, from: clamp(choices.from), to: clamp(choices.to) };
}

const YEAR_ROUND = ['spring', 'summer', 'autumn', 'winter'];

/** Each value once, in title order; seasons of the year in their own. */
function offered(values: readonly string[]): string[] {
  const place = (value: string) => {
    const key = sortKey(value);
    const season = YEAR_ROUND.indexOf(key);
    return season < 0 ? key : `${season}`;
  };
  const keyed = [...new Set(values)].filter(Boolean).map((value) => ({ value, key: place(value) }));
  keyed.sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : a.value < b.value ? -1 : 1));
  return keyed.map(({ value }) => value);
}
