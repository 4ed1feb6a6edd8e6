import {
  type MouseEvent,
  type RefObject,
  startTransition,
  useDeferredValue,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { countPages } from '#platform/shared/tables/paging.ts';
import { setQuery, useLocation, useWholePageFetch } from '#platform/web/navigation/index.ts';
import { useLazyModule } from '#platform/web/parts/lazy-module.ts';
import type { Decade, ShowFilterOptions, ShowListContent } from '../contract.ts';
import {
  applyShowListAction,
  parseShowListQuery,
  type ShowListAction,
  type ShowListQuery,
  showListPath,
  toShowListParams,
} from '../list-state.ts';
import { clampYears, findMatchingShows, getFilterOptions, listDecades, SHOWS_PER_PAGE } from '../show-list.ts';

export interface ShowListState {
  choices: ShowListQuery;
  options: ShowFilterOptions;
  /**
   * The matching shows in order, starting at the page in the URL. Until the whole list is loaded, only the shows of
   * that page.
   */
  shows: ShowListContent['shows'];
  matches: number;
  /** The search that the shows match instead of the typed search; undefined if the search wasn't corrected. */
  corrected?: string | undefined;
  /** The list's decades; [] if the list isn't divided into decades. */
  decades: readonly Decade[];
  total: number;
  /** The number of HTML pages of the list; null once the whole list is loaded. */
  pages: number | null;
  /** True while the list doesn't yet match the choices. */
  waiting: boolean;
  dispatch: (action: ShowListAction, options?: { replace?: boolean }) => void;
  /** Returns the URL for a link that performs an action, with or without JavaScript. */
  hrefAfter: (action: ShowListAction) => string;
  /** Fetches the whole list, if it isn't loaded. */
  fetchWhole: () => void;
}

/** Corrections need the whole list, so their code is fetched after it. */
const loadCorrections = () => import('../search-corrections.ts');

/**
 * Returns the list of shows that the URL requests. Until the whole list is loaded, only the shows in the HTML are
 * listed. The first choice fetches the whole list. After that, choices are applied in the browser, without the server.
 */
export function useShowList(page: ShowListContent): ShowListState {
  const { path, query } = useLocation();
  const search = query.toString();
  const options = getFilterOptions(page);
  const choices = useMemo(
    () => clampYears(parseShowListQuery(new URLSearchParams(search)), options),
    [search, options],
  );
  const settled = useDeferredValue(choices);
  const { first_view: firstView } = page;
  const [firstQuery] = useState(search);
  const fetchWhole = useWholePageFetch(firstView !== undefined);

  const { part: corrections, load: fetchCorrections } = useLazyModule(loadCorrections);
  useEffect(() => {
    if (!firstView) void fetchCorrections();
    else if (search !== firstQuery) fetchWhole();
  }, [firstView, search, firstQuery, fetchWhole, fetchCorrections]);

  const listed = useMemo(() => {
    if (firstView) return { ...firstView, shows: page.shows };
    const found = findMatchingShows(page, settled);
    const corrected = found.matches > 0 ? undefined : corrections?.correctShowSearch(page, settled);
    const { shows, matches } = corrected ? findMatchingShows(page, { ...settled, search: corrected }) : found;
    const from = Math.min(settled.page, countPages(matches, SHOWS_PER_PAGE));
    return {
      shows: shows.slice((from - 1) * SHOWS_PER_PAGE),
      matches,
      decades: listDecades(page, shows, settled),
      corrected,
    };
  }, [page, firstView, settled, corrections]);

  return {
    ...listed,
    choices,
    options,
    total: firstView?.total ?? page.shows.length,
    pages: firstView?.pages ?? null,
    waiting: settled !== choices || (firstView !== undefined && search !== firstQuery),
    dispatch: (action, how) => setQuery(toShowListParams(applyShowListAction(choices, action)), how),
    hrefAfter: (action) => showListPath(path, applyShowListAction(choices, action)),
    fetchWhole,
  };
}

/**
 * Preserves the focus in a list when the pressed link disappears. The focus moves to the chip that replaced the link,
 * to the heading that sorts by the same column, or otherwise to the count.
 */
export function usePreservedFocus(waiting: boolean): {
  place: RefObject<HTMLElement | null>;
  leaving: (event: MouseEvent) => void;
} {
  const place = useRef<HTMLElement>(null);
  const left = useRef<number | string | null>(null);
  const chips = () => [...(place.current?.querySelectorAll<HTMLElement>('ul[aria-label^="Filters"] a') ?? [])];
  useLayoutEffect(() => {
    if (left.current === null) return;
    if (document.activeElement === document.body) {
      const next =
        typeof left.current === 'string'
          ? place.current?.querySelector<HTMLElement>(`[data-sorts="${left.current}"] a`)
          : left.current < 0
            ? undefined
            : (chips()[left.current] ?? chips().at(-1));
      (next ?? place.current?.querySelector<HTMLElement>('[role="status"]'))?.focus();
      left.current = null;
    } else if (!waiting) left.current = null;
  });
  return {
    place,
    leaving: ({ target }) => {
      if (!(target instanceof Element)) return;
      const sorts = target.closest<HTMLElement>('[data-sorts]')?.dataset.sorts;
      left.current = sorts ?? chips().findIndex((chip) => chip.contains(target));
    },
  };
}

/** The distance outside the viewport that counts as near: about a screen, so that scrolling reveals no blank areas. */
const margin = '1000px 0px';

/**
 * Returns true if an element is near the viewport. `initially` is the value on the server and in the first render. An
 * element that contains the focus stays near, so that keyboard users never lose their place.
 */
export function useIsNearViewport(element: RefObject<Element | null>, initially: boolean): boolean {
  const [near, setNear] = useState(initially);
  useEffect(() => {
    const watched = element.current;
    if (watched === null) return undefined;
    return watch(watched, (seen) => startTransition(() => setNear(seen || watched.contains(document.activeElement))));
  }, [element]);
  return near;
}

/** Splits a list into parts of `size`, each with its start index. */
export function splitIntoChunks<T>(items: readonly T[], size: number): { start: number; items: readonly T[] }[] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, part) => ({
    start: part * size,
    items: items.slice(part * size, (part + 1) * size),
  }));
}

const watchers = new Map<Element, (near: boolean) => void>();
let observer: IntersectionObserver | undefined;

/**
 * Watches an element with an observer that all parts of a long list share. Hundreds of separate observers would be
 * notified one by one.
 *
 * @returns a function that stops watching
 */
function watch(element: Element, onChange: (near: boolean) => void): () => void {
  observer ??= new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) watchers.get(target)?.(isIntersecting);
    },
    { rootMargin: margin },
  );
  const watching = observer;
  watchers.set(element, onChange);
  watching.observe(element);
  return () => {
    watching.unobserve(element);
    watchers.delete(element);
  };
}
