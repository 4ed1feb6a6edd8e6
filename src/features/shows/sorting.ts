import { compareDates } from '../../platform/shared/dates.ts';
import type { Sort } from './choices.ts';

/** What sorting needs to know of a show. `titleKey` is its `sortKey`. */
export interface Sortable {
  id: string;
  date: string;
  titleKey: string;
}

/** The four orders that a list has of itself; each holds every show's number in the list, first to last. */
export interface Orders {
  newest: Uint32Array;
  oldest: Uint32Array;
  title: Uint32Array;
  'title-reversed': Uint32Array;
}

/** Sorts a list every way once, so that no keystroke has to. Every order is total: ties end at the id. */
export function ordersOf(shows: readonly Sortable[]): Orders {
  const by = (compare: (a: Sortable, b: Sortable) => number) => {
    const numbered = shows.map((show, number) => ({ show, number }));
    return Uint32Array.from(numbered.sort((a, b) => compare(a.show, b.show)).map(({ number }) => number));
  };
  return {
    newest: by((a, b) => compareDates(b.date, a.date) || byTitle(a, b) || byId(a, b)),
    oldest: by((a, b) => compareDates(a.date, b.date) || byTitle(a, b) || byId(a, b)),
    title: by((a, b) => byTitle(a, b) || compareDates(b.date, a.date) || byId(a, b)),
    'title-reversed': by((a, b) => byTitle(b, a) || compareDates(b.date, a.date) || byId(a, b)),
  };
}

/**
 * The shows that `keep`, by number, in the order asked for. Relevance compares scores as numbers, and shows of one score
 * stand newest first in either direction; without a search every score is 0, so that relevance is the order by date.
 */
export function inOrderOf(
  sort: Sort,
  orders: Orders,
  scores: Float64Array,
  keep: (number: number) => boolean,
): number[] {
  if (sort !== 'relevance' && sort !== 'relevance-reversed') return [...orders[sort].filter(keep)];
  const score = (number: number) => scores[number] ?? 0;
  const direction = sort === 'relevance' ? -1 : 1;
  return [...orders.newest.filter(keep)].sort((a, b) => direction * (score(a) - score(b)));
}

const byTitle = (a: Sortable, b: Sortable) => (a.titleKey < b.titleKey ? -1 : a.titleKey > b.titleKey ? 1 : 0);
const byId = (a: Sortable, b: Sortable) => (a.id < b.id ? -1 : a.id > b.id ? 1 : 0);
