import { setActiveNavigation } from './hooks.ts';
import { findInternalLink } from './links.ts';
import { type BrowserAdapter, Navigation } from './navigation.ts';
import { ScrollPositionStore } from './scroll-and-focus.ts';
import type { InitialNavigationState } from './snapshot.ts';

/** Starts the navigation in this window. From now on the site follows its own links. */
export function startNavigation(
  start: InitialNavigationState,
  { loadScreen, visitorOf, onSignedOut: signedOut }: Pick<BrowserAdapter, 'loadScreen' | 'visitorOf' | 'onSignedOut'>,
): { navigation: Navigation; places: ScrollPositionStore } {
  const places = new ScrollPositionStore();
  const here = () => new URL(window.location.href);
  const navigation = new Navigation(start, history.state, {
    fetch: (input, init) => fetch(input, init),
    loadScreen,
    visitorOf,
    history,
    here,
    leave: (url) => (url.href === window.location.href ? window.location.reload() : window.location.assign(url)),
    onSignedOut: signedOut,
    saveScrollPosition: (entry) => places.save(entry),
  });
  setActiveNavigation(navigation);

  // We restore the reader's position ourselves; after a reload the browser restores it
  history.scrollRestoration = 'manual';
  window.addEventListener('pagehide', () => {
    history.scrollRestoration = 'auto';
  });
  window.addEventListener('pageshow', ({ persisted }) => {
    history.scrollRestoration = 'manual';
    // Going back from another site restores the page, but its visitor may have signed out in the meantime
    if (persisted) void navigation.refresh();
  });
  window.addEventListener('popstate', ({ state }) => isNavigationBlocked(state) || navigation.handlePopState(state));
  document.addEventListener('click', (event) => {
    const link = findInternalLink(event);
    if (link === null) return;
    event.preventDefault();
    void navigation.navigate(link.href);
  });
  return { navigation, places };
}

type Hold = (state: unknown) => boolean;

const holds = new Set<Hold>();

/**
 * Calls `hold` before Back or Forward is followed, until the returned function is called. If `hold` returns true, the
 * page stays.
 */
export function addPopStateBlocker(hold: Hold): () => void {
  holds.add(hold);
  return () => holds.delete(hold);
}

/** Returns true if the page stays, although the browser has moved to the history entry with this state. */
const isNavigationBlocked = (state: unknown): boolean => [...holds].some((hold) => hold(state));
