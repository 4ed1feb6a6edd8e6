import { parsePageNumber } from '#platform/shared/tables/paging.ts';
import { cleanQueryText } from '#platform/shared/text/text.ts';
import type { ResultKind } from './contract.ts';

/** A search, as given in the query string. */
export interface SearchQuery {
  search: string;
  /** The kind to show; null for all kinds. */
  kind: ResultKind | null;
  /** Starts at 1. Only a single kind has several pages. */
  page: number;
}

/** The order of kinds whose best matches are equally good. */
export const RESULT_KINDS: readonly ResultKind[] = ['show', 'member', 'post', 'blog'];

/** The query parameters of the search. */
export const SEARCH_KEYS = ['q', 'kind', 'page'] as const;

/** Parses a query string. Invalid values are ignored, and the search is cut at 200 characters. */
export function parseSearchQuery(query: URLSearchParams): SearchQuery {
  return {
    search: cleanQueryText(query.get('q') ?? ''),
    kind: RESULT_KINDS.find((known) => known === query.get('kind')) ?? null,
    page: parsePageNumber(query),
  };
}

/** Builds the shortest query string for a search. */
export function toSearchParams({ search, kind, page }: SearchQuery): URLSearchParams {
  const query = new URLSearchParams();
  if (search.trim() !== '') query.set('q', search);
  if (kind !== null) query.set('kind', kind);
  if (kind !== null && page > 1) query.set('page', `${page}`);
  return query;
}

export function searchPath(question: SearchQuery): string {
  const query = toSearchParams(question).toString();
  return query === '' ? '/search' : `/search?${query}`;
}
