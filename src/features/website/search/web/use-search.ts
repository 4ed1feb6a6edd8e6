import { useDeferredValue, useEffect, useMemo, useState } from 'react';
import { setQuery, useLocation, useWholePage } from '#platform/web/navigation/index.ts';
import type { SearchContent } from '../contract.ts';
import { findResults, resultsFromFirstView, type SearchResults } from '../match.ts';
import { parseSearchQuery, type SearchQuery, toSearchParams } from '../search-query.ts';

export interface SearchState {
  question: SearchQuery;
  results: SearchResults;
  /** The results don't match the query yet. */
  waiting: boolean;
  ask: (question: Partial<SearchQuery>, options?: { replace?: boolean }) => void;
}

/**
 * The search in the address. The HTML's first view shows the results it carries; the first keystroke fetches the whole
 * list, and from then on every query is handled here, without the server.
 */
export function useSearch(page: SearchContent): SearchState {
  const search = useLocation().query.toString();
  const question = useMemo(() => parseSearchQuery(new URLSearchParams(search)), [search]);
  const settled = useDeferredValue(question);
  const [firstQuery] = useState(search);
  const missing = page.first_view !== undefined;
  const fetchWhole = useWholePage(missing);
  useEffect(() => {
    if (search !== firstQuery) fetchWhole();
  }, [search, firstQuery, fetchWhole]);
  const found = useMemo(() => resultsFromFirstView(page) ?? findResults(page.items, settled), [page, settled]);
  return {
    question,
    results: found,
    waiting: settled !== question || (missing && search !== firstQuery),
    ask: (change, how) => setQuery(toSearchParams({ ...question, page: 1, ...change }), how),
  };
}
