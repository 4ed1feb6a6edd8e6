import type { Page, SiteData } from '#platform/shared/pages.ts';
import { type NavigationSource, setActiveNavigation } from './hooks.ts';
import type { AnyScreen } from './screen-types.ts';
import type { NavigationSnapshot } from './snapshot.ts';

/** Renders nothing. A screen that is embedded in another program's page is rendered by that program. */
const noScreen: AnyScreen = { default: () => null, head: () => ({ title: '', description: '' }) };

/**
 * Creates the navigation for one of our screens that is embedded in another program's page. Links and history work as
 * elsewhere on that page. The navigation has only one page; `renew` fetches it again after a change, and `show`
 * replaces it.
 */
export function startEmbeddedNavigation(page: Page, renew: () => Promise<void>) {
  const visit = 'embedded';
  let now: NavigationSnapshot = {
    view: { page, screen: noScreen, path: location.pathname, query: '', visit },
    site: { current_user: { id: '' } } as SiteData,
    pending: false,
    failure: null,
    arrival: { visit, entry: visit, by: 'link' },
  };
  const listeners = new Set<() => void>();
  const navigation: NavigationSource = {
    first: now,
    snapshot: () => now,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
  setActiveNavigation({
    refresh: renew,
    restart: async () => location.reload(),
    navigate: async (href) => location.assign(href),
    setQuery: () => {},
  });
  const show = ({ page, site = now.site }: { page: Page; site?: SiteData }) => {
    now = { ...now, site, view: { ...now.view, page } };
    for (const listener of listeners) listener();
  };
  return { navigation, show };
}
