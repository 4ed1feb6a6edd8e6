import { yearOf } from '#platform/shared/dates.ts';
import { sortKey } from '#platform/shared/sort-key.ts';
import type { FilterOptions } from './contract.ts';
import { FILTER_FIELDS, type Filterable } from './filters.ts';

/** How often each value occurs, and the values in the order of a list to choose from. */
export interface FieldOptions {
  counts: Map<string, number>;
  values: readonly string[];
}

/** The values of each filter field, and the number of shows in each year. */
export interface OptionCounts {
  fields: readonly FieldOptions[];
  years: Map<number, number>;
}

/** Returns the filter options for these shows. Without shows both years are 0. */
export const buildFilterOptions = (shows: readonly Filterable[]): FilterOptions => toFilterOptions(countOptions(shows));

/** As a list carries it. */
export function toFilterOptions({ fields, years }: OptionCounts): FilterOptions {
  const lists = Object.fromEntries(FILTER_FIELDS.map(([kind], at) => [kind, fields[at]?.values ?? []]));
  const inOrder = [...years.keys()].sort((a, b) => a - b);
  return {
    ...(lists as Record<(typeof FILTER_FIELDS)[number][0], string[]>),
    earliestYear: inOrder[0] ?? 0,
    latestYear: inOrder.at(-1) ?? 0,
  };
}

/** The options for these shows, counted from nothing. */
export function countOptions(shows: readonly Filterable[]): OptionCounts {
  const years = new Map<number, number>();
  for (const { date } of shows) incrementCount(years, yearOf(date), 1);
  const fields = FILTER_FIELDS.map(([, field]): FieldOptions => {
    const counts = new Map<string, number>();
    for (const show of shows) incrementCount(counts, show[field], 1);
    const keyed = [...counts.keys()].filter(Boolean).map((value) => ({ value, key: optionKey(value) }));
    return { counts, values: keyed.sort(compareKeyed).map(({ value }) => value) };
  });
  return { fields, years };
}

/** Counts one more of a value, or one less where `by` is negative. */
export function incrementCount<Of>(counts: Map<Of, number>, of: Of, by: number): void {
  const times = (counts.get(of) ?? 0) + by;
  if (times === 0) counts.delete(of);
  else counts.set(of, times);
}

const YEAR_ROUND = ['spring', 'summer', 'autumn', 'winter'];

/** By title; seasons of the year in their own order. */
export function optionKey(value: string): string {
  const key = sortKey(value);
  const season = YEAR_ROUND.indexOf(key);
  return season < 0 ? key : `${season}`;
}

interface Keyed {
  value: string;
  key: string;
}

/** For `sort`. */
export const compareKeyed = (one: Keyed, other: Keyed) =>
  one.key < other.key ? -1 : one.key > other.key ? 1 : one.value < other.value ? -1 : 1;
