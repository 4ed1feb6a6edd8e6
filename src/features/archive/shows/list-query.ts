import { parsePageNumber } from '#platform/shared/tables/paging.ts';
import { cleanText } from '#platform/shared/text/text.ts';
import {
  DEFAULT_LIST_QUERY,
  FILTER_KINDS,
  type FilterKind,
  getDefaultSort,
  type ListQuery,
  MAX_FILTER_ITEMS,
  orderYears,
  SHOW_SORTS,
  type ShowListLayout,
} from './list-state.ts';

const LAYOUTS: readonly ShowListLayout[] = ['cards', 'table'];
/** The maximum length of a filter's value. The limit is generous, because a shortened value would match no show. */
const longestValue = 1000;
/** Each filter's name in URLs. */
export const FILTER_KEYS: Record<FilterKind, string> = {
  genres: 'genre',
  seasons: 'season',
  showTypes: 'type',
  companies: 'company',
  venues: 'venue',
  members: 'member',
};

/** The query keys of a list of shows, in the order of its URLs. */
export const LIST_KEYS = [
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
 * Parses the choices in a URL. Every query is valid: invalid values are ignored or cut (a search at 200 characters, a
 * filter's value at 1,000, control characters read as spaces), reversed years are swapped, and an unknown order becomes
 * the default order.
 */
export function parseListQuery(query: URLSearchParams): ListQuery {
  const search = cleanText(query.get('q') ?? '');
  const sort = SHOW_SORTS.find((known) => known === query.get('sort')) ?? getDefaultSort(search);
  return {
    search: search.trim() === '' ? '' : search,
    ...(Object.fromEntries(FILTER_KINDS.map((kind) => [kind, values(query, FILTER_KEYS[kind])])) as Record<
      FilterKind,
      string[]
    >),
    ...orderYears(year(query.get('from')), year(query.get('to'))),
    sort,
    layout: LAYOUTS.find((known) => known === query.get('layout')) ?? DEFAULT_LIST_QUERY.layout,
    page: parsePageNumber(query),
  };
}

/** Returns the shortest query for these choices: keys in a fixed order, without defaults. */
export function toListParams(choices: ListQuery): URLSearchParams {
  const query = new URLSearchParams();
  if (choices.search.trim() !== '') query.set('q', choices.search);
  for (const kind of FILTER_KINDS) {
    for (const value of choices[kind]) query.append(FILTER_KEYS[kind], value);
  }
  if (choices.from !== null) query.set('from', `${choices.from}`);
  if (choices.to !== null) query.set('to', `${choices.to}`);
  if (choices.sort !== getDefaultSort(choices.search)) query.set('sort', choices.sort);
  if (choices.layout !== '') query.set('layout', choices.layout);
  if (choices.page > 1) query.set('page', `${choices.page}`);
  return query;
}

export function showListPath(path: string, choices: ListQuery): string {
  const query = toListParams(choices).toString();
  return query === '' ? path : `${path}?${query}`;
}

function values(query: URLSearchParams, key: string): string[] {
  const cleaned = query
    .getAll(key)
    .slice(0, MAX_FILTER_ITEMS)
    .map((value) => cleanText(value, longestValue).trim());
  return [...new Set(cleaned)].filter((value) => value !== '');
}

function year(text: string | null): number | null {
  return text !== null && /^\d{1,4}$/.test(text.trim()) ? Number(text) : null;
}
