import { parsePageNumber } from '#platform/shared/tables/paging.ts';
import { cleanQueryText } from '#platform/shared/text/text.ts';

/** The sort orders of a list of shows, in the order of its menu. */
export const SHOW_SORTS = ['newest', 'oldest', 'title', 'title-reversed', 'relevance', 'relevance-reversed'] as const;
export type ShowSort = (typeof SHOW_SORTS)[number];
export type ShowListLayout = 'cards' | 'table';
/** The filters that hold several values at once, in their order on the page. */
export const SHOW_FILTER_KINDS = ['genres', 'seasons', 'showTypes', 'companies', 'venues', 'members'] as const;
export type ShowFilterKind = (typeof SHOW_FILTER_KINDS)[number];

/** A visitor's choices in a list of shows: the state in its URL, which Back restores. */
export interface ShowListQuery {
  search: string;
  genres: readonly string[];
  seasons: readonly string[];
  showTypes: readonly string[];
  companies: readonly string[];
  venues: readonly string[];
  /** Ids of persons; URLs typed by hand may have names instead. */
  members: readonly string[];
  /** Years, both inclusive; null if that end is open. `from` is never after `to`. */
  from: number | null;
  to: number | null;
  sort: ShowSort;
  /** The chosen layout; "" is the list's own layout. */
  layout: ShowListLayout | '';
  /** The page number, from 1. Used only while the list is divided into HTML pages. */
  page: number;
}

export const DEFAULT_SHOW_LIST_QUERY: ShowListQuery = {
  search: '',
  genres: [],
  seasons: [],
  showTypes: [],
  companies: [],
  venues: [],
  members: [],
  from: null,
  to: null,
  sort: 'newest',
  layout: '',
  page: 1,
};

/** The maximum number of options that a filter offers at once, and of values that it holds. */
export const MAX_FILTER_ITEMS = 200;

/** The actions of a visitor on a list of shows. */
export type ShowListAction =
  | { do: 'search'; text: string }
  | { do: 'add' | 'remove'; kind: ShowFilterKind; value: string }
  | { do: 'years'; from: number | null; to: number | null }
  | { do: 'sort'; sort: ShowSort }
  | { do: 'lay out'; layout: ShowListLayout | '' }
  | { do: 'turn to'; page: number }
  | { do: 'clear' };

/** Returns the order of a list before the visitor chooses one: by relevance while searching, otherwise by date. */
export function getDefaultShowSort(search: string): ShowSort {
  return search.trim() === '' ? 'newest' : 'relevance';
}

/**
 * Returns the choices after an action. Entering a search switches to relevance order and clearing it returns to date
 * order; refining a search keeps the order. An action that changes the results returns to the first page.
 */
export function applyShowListAction(choices: ShowListQuery, action: ShowListAction): ShowListQuery {
  switch (action.do) {
    case 'search': {
      const switched = getDefaultShowSort(action.text) !== getDefaultShowSort(choices.search);
      return {
        ...choices,
        search: action.text,
        sort: switched ? getDefaultShowSort(action.text) : choices.sort,
        page: 1,
      };
    }
    case 'add': {
      const others = choices[action.kind].filter((value) => value !== action.value);
      return { ...choices, [action.kind]: [...others, action.value].slice(-MAX_FILTER_ITEMS), page: 1 };
    }
    case 'remove':
      return { ...choices, [action.kind]: choices[action.kind].filter((value) => value !== action.value), page: 1 };
    case 'years':
      return { ...choices, ...orderYears(action.from, action.to), page: 1 };
    case 'sort':
      return { ...choices, sort: action.sort, page: 1 };
    case 'lay out':
      return { ...choices, layout: action.layout };
    case 'turn to':
      return { ...choices, page: Math.max(1, Math.trunc(action.page)) };
    case 'clear':
      return { ...DEFAULT_SHOW_LIST_QUERY, layout: choices.layout };
  }
}

/** Counts the active filters: each chosen value counts, a range of years counts once, a search doesn't count. */
export function countActiveFilters(choices: ShowListQuery): number {
  const years = choices.from === null && choices.to === null ? 0 : 1;
  return SHOW_FILTER_KINDS.reduce((sum, kind) => sum + choices[kind].length, years);
}

/** Returns both years, swapped if `from` is after `to`. */
export function orderYears(from: number | null, to: number | null): Pick<ShowListQuery, 'from' | 'to'> {
  return from !== null && to !== null && from > to ? { from: to, to: from } : { from, to };
}

const LAYOUTS: readonly ShowListLayout[] = ['cards', 'table'];
/**
 * The maximum length of a filter's value in characters. The limit is generous, because a shortened value would match no
 * show.
 */
const maxValueLength = 1000;
/** Each filter's name in URLs. */
export const SHOW_FILTER_QUERY_KEYS: Record<ShowFilterKind, string> = {
  genres: 'genre',
  seasons: 'season',
  showTypes: 'type',
  companies: 'company',
  venues: 'venue',
  members: 'member',
};

/** The query keys of a list of shows, in the order of its URLs. */
export const SHOW_LIST_QUERY_KEYS = [
  'q',
  'genre',
  'season',
  'type',
  'company',
  'venue',
  'member',
  'from',
  'to',
  'sort',
  'layout',
  'page',
] as const;

/**
 * Parses the choices in a URL. Accepts any query: invalid values are ignored or cut (a search at 200 characters, a
 * filter's value at 1,000), control characters are read as spaces, reversed years are swapped, and an unknown order
 * becomes the default order.
 */
export function parseShowListQuery(query: URLSearchParams): ShowListQuery {
  const search = cleanQueryText(query.get('q') ?? '');
  const sort = SHOW_SORTS.find((known) => known === query.get('sort')) ?? getDefaultShowSort(search);
  return {
    search: search.trim() === '' ? '' : search,
    ...(Object.fromEntries(
      SHOW_FILTER_KINDS.map((kind) => [kind, parseValues(query, SHOW_FILTER_QUERY_KEYS[kind])]),
    ) as Record<ShowFilterKind, string[]>),
    ...orderYears(parseYear(query.get('from')), parseYear(query.get('to'))),
    sort,
    layout: LAYOUTS.find((known) => known === query.get('layout')) ?? DEFAULT_SHOW_LIST_QUERY.layout,
    page: parsePageNumber(query),
  };
}

/** Returns the shortest query for these choices: keys in a fixed order, without defaults. */
export function toShowListParams(choices: ShowListQuery): URLSearchParams {
  const query = new URLSearchParams();
  if (choices.search.trim() !== '') query.set('q', choices.search);
  for (const kind of SHOW_FILTER_KINDS) {
    for (const value of choices[kind]) query.append(SHOW_FILTER_QUERY_KEYS[kind], value);
  }
  if (choices.from !== null) query.set('from', `${choices.from}`);
  if (choices.to !== null) query.set('to', `${choices.to}`);
  if (choices.sort !== getDefaultShowSort(choices.search)) query.set('sort', choices.sort);
  if (choices.layout !== '') query.set('layout', choices.layout);
  if (choices.page > 1) query.set('page', `${choices.page}`);
  return query;
}

export function showListPath(path: string, choices: ShowListQuery): string {
  const query = toShowListParams(choices).toString();
  return query === '' ? path : `${path}?${query}`;
}

function parseValues(query: URLSearchParams, key: string): string[] {
  const cleaned = query
    .getAll(key)
    .slice(0, MAX_FILTER_ITEMS)
    .map((value) => cleanQueryText(value, maxValueLength).trim());
  return [...new Set(cleaned)].filter((value) => value !== '');
}

function parseYear(text: string | null): number | null {
  return text !== null && /^\d{1,4}$/.test(text.trim()) ? Number(text) : null;
}
