import { requestedPage } from '#platform/shared/tables/paging.ts';
import { cleanText } from '#platform/shared/text/text.ts';
import type { ResultKind } from './contract.ts';

/** A search, as an address asks for it. */
export interface SearchQuery {
  search: string;
  /** Null shows the best of each kind. */
  kind: ResultKind | null;
  /** From 1; only a single kind has several pages. */
  page: number;
}

/** The order in which kinds are shown if none has a better match. */
export const RESULT_KINDS: readonly ResultKind[] = ['show', 'member', 'post', 'blog'];

/** Every query key that the search answers to. */
export const SEARCH_KEYS = ['q', 'kind', 'page'] as const;

/** Reads any query: nonsense is ignored, a search is cut at 200 characters. */
export function parseSearchQuery(query: URLSearchParams): SearchQuery {
  return {
    search: cleanText(query.get('q') ?? ''),
    kind: RESULT_KINDS.find((known) => known === query.get('kind')) ?? null,
    page: requestedPage(query),
  };
}

/** The shortest query for this search. */
export function toSearchParams({ search, kind, page }: SearchQuery): URLSearchParams {
  const query = new URLSearchParams();
  if (search.trim() !== '') query.set('q', search);
  if (kind !== null) query.set('kind', kind);
  if (kind !== null && page > 1) query.set('page', `${page}`);
  return query;
}

/** The search with its query, for a link. */
export function searchPath(question: SearchQuery): string {
  const query = toSearchParams(question).toString();
  return query === '' ? '/search' : `/search?${query}`;
}
