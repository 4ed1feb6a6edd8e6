import { isHeld } from './block-navigation.ts';
import { run } from './hooks.ts';
import { linkFollowed } from './links.ts';
import { Places } from './scroll-positions.ts';
import type { Start } from './snapshot.ts';
import { type Browser, Navigation } from './store.ts';

/** Starts navigating in this window: from here on the site follows its own links. */
export function startNavigation(
  start: Start,
  { loadScreen, visitorOf, signedOut }: Pick<Browser, 'loadScreen' | 'visitorOf' | 'signedOut'>,
): { navigation: Navigation; places: Places } {
  const places = new Places();
  const here = () => new URL(window.location.href);
  const navigation = new Navigation(start, history.state, {
    fetch: (input, init) => fetch(input, init),
    loadScreen,
    visitorOf,
    history,
    here,
    leave: (url) => (url.href === window.location.href ? window.location.reload() : window.location.assign(url)),
    signedOut,
    keepPlace: (entry) => places.keep(entry),
  });
  run(navigation);

  // We restore the reader's position ourselves; after a reload the browser does
  history.scrollRestoration = 'manual';
  window.addEventListener('pagehide', () => {
    history.scrollRestoration = 'auto';
  });
  window.addEventListener('pageshow', ({ persisted }) => {
    history.scrollRestoration = 'manual';
    // Back from another site, the page is as it was; meanwhile its visitor may have signed out
    if (persisted) void navigation.refresh();
  });
  window.addEventListener('popstate', ({ state }) => isHeld(state) || navigation.moved(state));
  document.addEventListener('click', (event) => {
    const link = linkFollowed(event);
    if (link === null) return;
    event.preventDefault();
    void navigation.navigate(link.href);
  });
  return { navigation, places };
}
