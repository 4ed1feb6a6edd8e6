import { useDeferredValue, useEffect, useMemo, useState } from 'react';
import { setQuery, useLocation, useWholePage } from '#platform/web/navigation/index.ts';
import { type Question, readQuestion, writeQuestion } from '../address.ts';
import type { SearchContent } from '../contract.ts';
import { carried, type Results, results } from '../match.ts';

export interface Search {
  question: Question;
  results: Results;
  /** The results don't match the query yet. */
  waiting: boolean;
  ask: (question: Partial<Question>, options?: { replace?: boolean }) => void;
}

/**
 * The search as the address has it. The HTML's first view shows what it carries; the first keystroke fetches the whole
 * list, and from then on every query is answered here, without the server.
 */
export function useSearch(page: SearchContent): Search {
  const search = useLocation().query.toString();
  const question = useMemo(() => readQuestion(new URLSearchParams(search)), [search]);
  const settled = useDeferredValue(question);
  const [firstQuery] = useState(search);
  const missing = page.first_view !== undefined;
  const fetchWhole = useWholePage(missing);
  useEffect(() => {
    if (search !== firstQuery) fetchWhole();
  }, [search, firstQuery, fetchWhole]);
  const found = useMemo(() => carried(page) ?? results(page.items, settled), [page, settled]);
  return {
    question,
    results: found,
    waiting: settled !== question || (missing && search !== firstQuery),
    ask: (change, how) => setQuery(writeQuestion({ ...question, page: 1, ...change }), how),
  };
}
