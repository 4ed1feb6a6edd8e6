import { yearOf } from '#platform/shared/dates.ts';
import { differing } from '#platform/shared/row-by-row.ts';
import { sortKey } from '#platform/shared/sort-key.ts';
import type { ListOptions } from './contract.ts';
import { FIELDS, type Filterable } from './filters.ts';

/** How often each value is there, and the values in the order in which they are offered. */
interface Offer {
  counts: Map<string, number>;
  values: readonly string[];
}

type Offers = readonly Offer[];

/** What the last long list offers: one that differs in few shows is followed from there. */
let last: { shows: readonly Filterable[]; offers: Offers; years: Map<number, number> } | undefined;

/** Shorter lists take no time, and shouldn't take a long one's place. */
const LONG = 500;
/** More than these are not followed one by one. */
const MOST_FOLLOWED = 200;

/** What the filters can offer for these shows. With no shows both years are 0. */
export function optionsOf(shows: readonly Filterable[]): ListOptions {
  const { offers, years } = followed(shows) ?? begun(shows);
  if (shows.length >= LONG) last = { shows, offers, years };
  const lists = Object.fromEntries(FIELDS.map(([kind], at) => [kind, offers[at]?.values ?? []]));
  const inOrder = [...years.keys()].sort((a, b) => a - b);
  return {
    ...(lists as Record<(typeof FIELDS)[number][0], string[]>),
    earliestYear: inOrder[0] ?? 0,
    latestYear: inOrder.at(-1) ?? 0,
  };
}

function begun(shows: readonly Filterable[]) {
  const years = new Map<number, number>();
  for (const { date } of shows) count(years, yearOf(date), 1);
  const offers = FIELDS.map(([, field]): Offer => {
    const counts = new Map<string, number>();
    for (const show of shows) count(counts, show[field], 1);
    const keyed = [...counts.keys()].filter(Boolean).map((value) => ({ value, key: placeOf(value) }));
    return { counts, values: keyed.sort(compare).map(({ value }) => value) };
  });
  return { offers, years };
}

/** The same as `begun`, from the shows that have come and gone since the last list. It takes over the last one's counts. */
function followed(shows: readonly Filterable[]) {
  if (last === undefined || shows.length < LONG) return undefined;
  const { from, until, untilBefore } = differing(shows, last.shows);
  const [now, then] = [new Set(shows.slice(from, until)), new Set(last.shows.slice(from, untilBefore))];
  const [come, gone] = [now.difference(then), then.difference(now)];
  if (come.size + gone.size > MOST_FOLLOWED) return undefined;
  const { offers, years } = last;
  last = undefined;
  const moves = [...[...come].map((show) => ({ show, by: 1 })), ...[...gone].map((show) => ({ show, by: -1 }))];
  for (const { show, by } of moves) count(years, yearOf(show.date), by);
  return {
    years,
    offers: offers.map(({ counts, values }, at): Offer => {
      const field = FIELDS[at]?.[1];
      if (field === undefined) return { counts, values };
      for (const { show, by } of moves) count(counts, show[field], by);
      const perhaps = new Set(moves.map(({ show }) => show[field]).filter(Boolean));
      return { counts, values: inPlaces(values, perhaps, counts) };
    }),
  };
}

function count<Of>(counts: Map<Of, number>, of: Of, by: number): void {
  const times = (counts.get(of) ?? 0) + by;
  if (times === 0) counts.delete(of);
  else counts.set(of, times);
}

/** The values with those of `perhaps` that are there now, and without those that aren't. */
function inPlaces(values: readonly string[], perhaps: ReadonlySet<string>, counts: ReadonlyMap<string, number>) {
  let list = values;
  for (const value of perhaps) {
    const own = { value, key: placeOf(value) };
    let [from, until] = [0, list.length];
    while (from < until) {
      const middle = (from + until) >> 1;
      const there = list[middle] ?? '';
      if (compare({ value: there, key: placeOf(there) }, own) < 0) from = middle + 1;
      else until = middle;
    }
    const isListed = list[from] === value;
    if (counts.has(value) !== isListed) list = isListed ? list.toSpliced(from, 1) : list.toSpliced(from, 0, value);
  }
  return list;
}

const YEAR_ROUND = ['spring', 'summer', 'autumn', 'winter'];

/** By title; seasons of the year in their own order. */
function placeOf(value: string): string {
  const key = sortKey(value);
  const season = YEAR_ROUND.indexOf(key);
  return season < 0 ? key : `${season}`;
}

interface Keyed {
  value: string;
  key: string;
}

const compare = (one: Keyed, other: Keyed) =>
  one.key < other.key ? -1 : one.key > other.key ? 1 : one.value < other.value ? -1 : 1;
