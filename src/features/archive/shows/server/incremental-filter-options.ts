import { yearOf } from '#platform/shared/dates.ts';
import { findChangedRange } from '#platform/shared/map-incrementally.ts';
import type { FilterOptions } from '../contract.ts';
import {
  compareKeyed,
  countOptions,
  type FieldOptions,
  incrementCount,
  type OptionCounts,
  optionKey,
  toFilterOptions,
} from '../filter-options.ts';
import { FILTER_FIELDS, type Filterable } from '../filters.ts';

/** The options of the last long list: a list that differs in few shows is computed from them. */
let last: ({ shows: readonly Filterable[] } & OptionCounts) | undefined;

/** Shorter lists take no time, and shouldn't replace a long one. */
const LONG = 500;
/** With more differences than these, everything is counted again. */
const MOST_FOLLOWED = 200;

/**
 * The same result as `optionsOf`, incrementally, for a server that needs it again after each change of a show in a long
 * archive.
 */
export function updateFilterOptions(shows: readonly Filterable[]): FilterOptions {
  const now = followed(shows) ?? countOptions(shows);
  if (shows.length >= LONG) last = { shows, ...now };
  return toFilterOptions(now);
}

/** Updates the last list's counts with the shows added and removed since. Mutates those counts. */
function followed(shows: readonly Filterable[]): OptionCounts | undefined {
  if (last === undefined || shows.length < LONG) return undefined;
  const { from, until, untilBefore } = findChangedRange(shows, last.shows);
  const [now, then] = [new Set(shows.slice(from, until)), new Set(last.shows.slice(from, untilBefore))];
  const [come, gone] = [now.difference(then), then.difference(now)];
  if (come.size + gone.size > MOST_FOLLOWED) return undefined;
  const { fields, years } = last;
  last = undefined;
  const moves = [...[...come].map((show) => ({ show, by: 1 })), ...[...gone].map((show) => ({ show, by: -1 }))];
  for (const { show, by } of moves) incrementCount(years, yearOf(show.date), by);
  return {
    years,
    fields: fields.map(({ counts, values }, at): FieldOptions => {
      const field = FILTER_FIELDS[at]?.[1];
      if (field === undefined) return { counts, values };
      for (const { show, by } of moves) incrementCount(counts, show[field], by);
      const perhaps = new Set(moves.map(({ show }) => show[field]).filter(Boolean));
      return { counts, values: inPlaces(values, perhaps, counts) };
    }),
  };
}

/** The values plus those of `perhaps` that occur now, without those that don't. */
function inPlaces(values: readonly string[], perhaps: ReadonlySet<string>, counts: ReadonlyMap<string, number>) {
  let list = values;
  for (const value of perhaps) {
    const own = { value, key: optionKey(value) };
    let [from, until] = [0, list.length];
    while (from < until) {
      const middle = (from + until) >> 1;
      const there = list[middle] ?? '';
      if (compareKeyed({ value: there, key: optionKey(there) }, own) < 0) from = middle + 1;
      else until = middle;
    }
    const isListed = list[from] === value;
    if (counts.has(value) !== isListed) list = isListed ? list.toSpliced(from, 1) : list.toSpliced(from, 0, value);
  }
  return list;
}
