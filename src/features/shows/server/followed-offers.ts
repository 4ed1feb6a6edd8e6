import { yearOf } from '#platform/shared/dates.ts';
import { differing } from '#platform/shared/row-by-row.ts';
import type { ListOptions } from '../contract.ts';
import { FIELDS, type Filterable } from '../filters.ts';
import { asOptions, type Counted, compare, count, counted, type Offer, offerPath } from '../offers.ts';

/** What the last long list offers: one that differs in few shows is followed from there. */
let last: ({ shows: readonly Filterable[] } & Counted) | undefined;

/** Shorter lists take no time, and shouldn't take a long one's place. */
const LONG = 500;
/** More than these are not followed one by one. */
const MOST_FOLLOWED = 200;

/** The same as `optionsOf`, for a server, which reads a long archive anew whenever one show of it has changed. */
export function followedOptionsOf(shows: readonly Filterable[]): ListOptions {
  const now = followed(shows) ?? counted(shows);
  if (shows.length >= LONG) last = { shows, ...now };
  return asOptions(now);
}

/** What is offered, from the shows that have come and gone since the last list. It takes over the last one's counts. */
function followed(shows: readonly Filterable[]): Counted | undefined {
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

/** The values with those of `perhaps` that are there now, and without those that aren't. */
function inPlaces(values: readonly string[], perhaps: ReadonlySet<string>, counts: ReadonlyMap<string, number>) {
  let list = values;
  for (const value of perhaps) {
    const own = { value, key: offerPath(value) };
    let [from, until] = [0, list.length];
    while (from < until) {
      const middle = (from + until) >> 1;
      const there = list[middle] ?? '';
      if (compare({ value: there, key: offerPath(there) }, own) < 0) from = middle + 1;
      else until = middle;
    }
    const isListed = list[from] === value;
    if (counts.has(value) !== isListed) list = isListed ? list.toSpliced(from, 1) : list.toSpliced(from, 0, value);
  }
  return list;
}
