import { yearOf } from '#platform/shared/dates.ts';
import { sortKey } from '#platform/shared/sort-key.ts';
import type { FilterOptions } from './contract.ts';
import { FILTER_FIELDS, type Filterable } from './filters.ts';

/** Returns the filter options for these shows. Without shows both years are 0. */
export function buildFilterOptions(shows: readonly Filterable[]): FilterOptions {
  const lists = Object.fromEntries(
    FILTER_FIELDS.map(([kind, field]) => {
      const values = new Set(shows.map((show) => show[field]).filter(Boolean));
      const keyed = [...values].map((value) => ({ value, key: optionKey(value) }));
      return [kind, keyed.sort(compareKeyed).map(({ value }) => value)];
    }),
  );
  const years = [...new Set(shows.map(({ date }) => yearOf(date)))].sort((a, b) => a - b);
  return {
    ...(lists as Record<(typeof FILTER_FIELDS)[number][0], string[]>),
    earliestYear: years[0] ?? 0,
    latestYear: years.at(-1) ?? 0,
  };
}

const YEAR_ROUND = ['spring', 'summer', 'autumn', 'winter'];

/** By title; seasons of the year in their own order. */
function optionKey(value: string): string {
  const key = sortKey(value);
  const season = YEAR_ROUND.indexOf(key);
  return season < 0 ? key : `${season}`;
}

interface Keyed {
  value: string;
  key: string;
}

const compareKeyed = (one: Keyed, other: Keyed) =>
  one.key < other.key ? -1 : one.key > other.key ? 1 : one.value < other.value ? -1 : 1;
