import { createContext, useCallback, useContext, useMemo, useRef, useSyncExternalStore } from 'react';
import type { Page, SiteData } from '#platform/shared/pages.ts';
import type { Navigation } from './navigation.ts';
import type { NavigationSnapshot } from './snapshot.ts';

/** The state that screens read: the running navigation in a browser, one fixed snapshot on the server. */
export type NavigationSource = Pick<Navigation, 'subscribe' | 'snapshot' | 'first'>;

export const NavigationContext = createContext<NavigationSource | null>(null);

type ActiveNavigation = Pick<Navigation, 'setQuery' | 'navigate' | 'refresh' | 'restart'>;

let activeNavigation: ActiveNavigation | null = null;

/**
 * Sets the navigation that the functions below use. Called once, when the site or an embedded screen starts in the
 * browser.
 */
export function setActiveNavigation(navigation: ActiveNavigation): void {
  activeNavigation = navigation;
}

/** Returns the navigation's whole state. Throws outside a NavigationContext. */
export function useNavigationSnapshot(): NavigationSnapshot {
  const navigation = useContext(NavigationContext);
  if (navigation === null) throw new Error('No NavigationContext.');
  return useSyncExternalStore(navigation.subscribe, navigation.snapshot, () => navigation.first);
}

/** Returns the page on screen. */
export const usePage = (): Page => useNavigationSnapshot().view.page;

/** Returns the data that every page shows around its content. */
export const useSite = (): SiteData => useNavigationSnapshot().site;

/** Returns the URL of the page on screen. It changes together with the page, never before it. */
export function useLocation(): { path: string; query: URLSearchParams } {
  const { path, query } = useNavigationSnapshot().view;
  return useMemo(() => ({ path, query: new URLSearchParams(query) }), [path, query]);
}

/** Returns true if a page has been loading for so long that the screen should show that. */
export const usePagePending = (): boolean => useNavigationSnapshot().pending;

/** Changes the URL's query without asking the server. `replace` adds no step for the Back button. */
export function setQuery(query: URLSearchParams, options?: { replace?: boolean }): void {
  activeNavigation?.setQuery(query, options);
}

/** Goes to a URL as if its link had been clicked. */
export async function navigateTo(href: string): Promise<void> {
  await activeNavigation?.navigate(href);
}

/** Fetches the page on screen again. Resolves when the page has arrived, or when a failure is shown. */
export async function refreshPage(): Promise<void> {
  await activeNavigation?.refresh();
}

/**
 * Does the same as `refreshPage`, but also fetches the site data, for changes that may be visible anywhere on the site.
 */
export async function refreshPageAndSite(): Promise<void> {
  await activeNavigation?.refresh({ around: true });
}

/** Fetches everything again after the visitor has signed in or out. With `lead`, goes to that page. */
export async function reloadForVisitor(lead?: string): Promise<void> {
  await activeNavigation?.restart(lead);
}

/** Goes to a page of this site in place of the current history entry, so that Back skips the present page. */
export async function replacePage(path: string): Promise<void> {
  await activeNavigation?.navigate(path, { replace: true });
}

/**
 * Returns a function that fetches the full page if only its first part was rendered. That function does
 * nothing while a fetch is in flight.
 */
export function useWholePageFetch(missing: boolean): () => void {
  const fetching = useRef(false);
  return useCallback(() => {
    if (!missing || fetching.current) return;
    fetching.current = true;
    void refreshPage().finally(() => {
      fetching.current = false;
    });
  }, [missing]);
}
