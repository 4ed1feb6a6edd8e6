import { compareDates } from '#platform/shared/dates/dates.ts';
import type { ShowSort } from './list-state.ts';

/** The fields of a show that sorting needs. `titleKey` is the title's `toSortKey`. */
export interface SortableShow {
  id: string;
  date: string;
  titleKey: string;
}

/** A sort order that doesn't depend on the search. */
type OwnOrder = Exclude<ShowSort, 'relevance' | 'relevance-reversed'>;
/** Returns the indexes of the shows in the list, in this order. */
export type OrderLookup = (order: OwnOrder) => Uint32Array;

const COMPARE: Record<OwnOrder, (a: SortableShow, b: SortableShow) => number> = {
  newest: (a, b) => compareDates(b.date, a.date) || byTitle(a, b) || byId(a, b),
  oldest: (a, b) => compareDates(a.date, b.date) || byTitle(a, b) || byId(a, b),
  title: (a, b) => byTitle(a, b) || compareDates(b.date, a.date) || byId(a, b),
  'title-reversed': (a, b) => byTitle(b, a) || compareDates(b.date, a.date) || byId(a, b),
};

/** Creates the orders of a list. Each order is sorted once, on first use. */
export function createOrderLookup(shows: readonly SortableShow[]): OrderLookup {
  const sorted = new Map<OwnOrder, Uint32Array>();
  return (order) => {
    const known = sorted.get(order);
    if (known) return known;
    const numbered = shows.map((show, number) => ({ show, number }));
    numbered.sort((a, b) => COMPARE[order](a.show, b.show));
    const numbers = Uint32Array.from(numbered, ({ number }) => number);
    sorted.set(order, numbers);
    return numbers;
  };
}

/**
 * Returns the indexes of the shows that pass `keep`, sorted. Shows with the same score are newest first in either
 * direction. Without a search every score is 0, so relevance sorts by date.
 */
export function sortShowNumbers(
  sort: ShowSort,
  orders: OrderLookup,
  scores: Float64Array,
  keep: (number: number) => boolean,
): number[] {
  if (sort !== 'relevance' && sort !== 'relevance-reversed') return [...orders(sort).filter(keep)];
  const score = (number: number) => scores[number] ?? 0;
  const direction = sort === 'relevance' ? -1 : 1;
  return [...orders('newest').filter(keep)].sort((a, b) => direction * (score(a) - score(b)));
}

const byTitle = (a: SortableShow, b: SortableShow) => (a.titleKey < b.titleKey ? -1 : a.titleKey > b.titleKey ? 1 : 0);
const byId = (a: SortableShow, b: SortableShow) => (a.id < b.id ? -1 : a.id > b.id ? 1 : 0);

/**
 * Returns true if the shows are sorted like the order `newest`. `of` returns a show's data, to compare shows of the
 * same date.
 */
export const isSortedNewestFirst = <Show extends { date: string }>(
  shows: readonly Show[],
  of: (show: Show) => SortableShow,
): boolean =>
  shows.every((show, at) => {
    const before = shows[at - 1] ?? show;
    return before.date === show.date ? COMPARE.newest(of(before), of(show)) <= 0 : before.date > show.date;
  });
