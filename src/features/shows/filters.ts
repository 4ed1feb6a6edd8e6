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
  const genres = new Set(choices.genres);
  const seasons = new Set(choices.seasons);
  const showTypes = new Set(choices.showTypes);
  const companies = new Set(choices.companies);
  const venues = new Set(choices.venues);
  const from = choices.from ?? Number.NEGATIVE_INFINITY;
  const to = choices.to ?? Number.POSITIVE_INFINITY;
  return (show, number) => {
    if (genres.size > 0 && !genres.has(show.genre)) return false;
    if (seasons.size > 0 && !seasons.has(show.season)) return false;
    if (showTypes.size > 0 && !showTypes.has(show.show_type)) return false;
    if (companies.size > 0 && !companies.has(show.company)) return false;
    if (venues.size > 0 && !venues.has(show.venue)) return false;
    const year = yearOf(show.date);
    if (year < from || year > to) return false;
    return members.every((tookPart) => tookPart.has(number));
  };
}

/** What the filters can offer for these shows. With no shows both years are 0. */
export function optionsOf(shows: readonly Filterable[]): ListOptions {
  const years = shows.map((show) => yearOf(show.date));
  return {
    genres: offered(shows.map((show) => show.genre)),
    seasons: offered(shows.map((show) => show.season)),
    showTypes: offered(shows.map((show) => show.show_type)),
    companies: offered(shows.map((show) => show.company)),
    venues: offered(shows.map((show) => show.venue)),
    earliestYear: years.reduce((least, year) => Math.min(least, year), years[0] ?? 0),
    latestYear: years.reduce((most, year) => Math.max(most, year), 0),
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
