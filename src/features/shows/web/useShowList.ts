import { useDeferredValue, useEffect, useMemo, useState } from 'react';
import { pagesOf } from '#platform/shared/paging.ts';
import { setQuery, useLocation, useWholePage } from '#platform/web/navigation/index.ts';
import type { Decade, ListOptions, ListShows } from '../contract.ts';
import { withinYears } from '../filters.ts';
import { listAddress, readAddress, writeAddress } from '../list-address.ts';
import { type Choices, choose, type ListAction } from '../list-state.ts';
import { decadesOf, listOptions, listShows, SHOWS_A_PAGE } from '../show-list.ts';

export interface ShowList {
  choices: Choices;
  options: ListOptions;
  /** Matching shows in order: from the address's page on, or only that page while only the first view is here. */
  shows: ListShows['shows'];
  matches: number;
  /** Where its decades begin, if it is shown by decades. */
  decades: readonly Decade[];
  total: number;
  /** Of the first view; null once the whole list is here. */
  pages: number | null;
  /** The list doesn't match the choice yet. */
  waiting: boolean;
  dispatch: (action: ListAction, options?: { replace?: boolean }) => void;
  /** Where an action leads: its link's address, with or without JavaScript. */
  after: (action: ListAction) => string;
  /** Fetches the whole list, if it is not here. */
  fetchWhole: () => void;
}

/**
 * A list of shows as the address asks for it. The HTML's first view lists the shows that it carries; the first choice
 * fetches the whole list, and from then on every choice is answered here, without the server.
 */
export function useShowList(page: ListShows): ShowList {
  const { path, query } = useLocation();
  const search = query.toString();
  const options = listOptions(page);
  const choices = useMemo(() => withinYears(readAddress(new URLSearchParams(search)), options), [search, options]);
  const settled = useDeferredValue(choices);
  const { first_view: firstView } = page;
  const [firstQuery] = useState(search);
  const fetchWhole = useWholePage(firstView !== undefined);

  useEffect(() => {
    if (search !== firstQuery) fetchWhole();
  }, [search, firstQuery, fetchWhole]);

  const listed = useMemo(() => {
    if (firstView) return { shows: page.shows, matches: firstView.matches, decades: firstView.decades };
    const { shows, matches } = listShows(page, settled);
    const from = Math.min(settled.page, pagesOf(matches, SHOWS_A_PAGE));
    return { shows: shows.slice((from - 1) * SHOWS_A_PAGE), matches, decades: decadesOf(page, shows, settled) };
  }, [page, firstView, settled]);

  return {
    ...listed,
    choices,
    options,
    total: firstView?.total ?? page.shows.length,
    pages: firstView?.pages ?? null,
    waiting: settled !== choices || (firstView !== undefined && search !== firstQuery),
    dispatch: (action, how) => setQuery(writeAddress(choose(choices, action)), how),
    after: (action) => listAddress(path, choose(choices, action)),
    fetchWhole,
  };
}
