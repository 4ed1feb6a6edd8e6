import type { Page, SiteData } from '#platform/shared/pages.ts';
import { findRedirectTarget, isSamePage } from './links.ts';
import { loadPage, loadSiteData } from './load-page.ts';
import type { AnyScreen, PageWithScreen } from './screen-types.ts';
import {
  type Arrival,
  createHistoryEntry,
  createInitialSnapshot,
  type HistoryEntry,
  type InitialNavigationState,
  isHistoryEntry,
  type NavigationFailure,
  type NavigationSnapshot,
  VisitedPages,
} from './snapshot.ts';

/** The browser functions that the navigation needs, so that its rules can be tested without a browser. */
export interface BrowserAdapter {
  fetch: typeof fetch;
  /** Loads the screen for a page, and the frame of the pages at its path. */
  loadScreen(page: Page, path: string): Promise<AnyScreen>;
  history: Pick<History, 'pushState' | 'replaceState'>;
  /** Returns the URL in the address bar. */
  here(): URL;
  /** Makes the browser load a URL in full, because the navigation can't show it. */
  leave(url: URL): void;
  /**
   * Returns the id of the user for whom this site data was created, in the form of the responses' header; "" for a
   * visitor who isn't signed in.
   */
  visitorOf(site: SiteData): string;
  /** Stores the reader's position, to restore it when they return to this history entry. */
  saveScrollPosition(entry: string): void;
  /** Called when a page has signed the visitor out; not called when a session has ended. */
  onSignedOut(): void;
}

type Mode = 'push' | 'replace' | 'refresh';

interface OpenOptions {
  /** The history entry to which Back or Forward leads. */
  entry?: HistoryEntry;
  /** Site data for the present visitor; shown together with the page. */
  site?: SiteData;
  /** Fresh site data being fetched. It is shown together with the page if it is for the same visitor. */
  around?: Promise<SiteData | null> | null;
  redirects?: number;
}

/** A page that takes longer than this to load is announced as loading (milliseconds). */
const slowLoadMs = 300;
/** Back and Forward reload the page once neither has been pressed for this long (milliseconds). */
const backDebounceMs = 500;
const maxRedirects = 5;

/**
 * Holds the page on screen, and goes to other pages. The URL and its page change together. A response that arrives
 * after a newer request began is dropped. If a load fails, the reader stays on the page and can try again.
 */
export class Navigation {
  readonly first: NavigationSnapshot;
  #browser: BrowserAdapter;
  /** The current history entry. */
  #entry: HistoryEntry;
  #snapshot: NavigationSnapshot;
  #listeners = new Set<() => void>();
  readonly #visited = new VisitedPages();
  #loading: { controller: AbortController; mode: Mode } | null = null;
  #slowTimer: ReturnType<typeof setTimeout> | undefined;
  #backTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(start: InitialNavigationState, state: unknown, browser: BrowserAdapter) {
    this.#browser = browser;
    const entry = isHistoryEntry(state) ? state : createHistoryEntry();
    this.#entry = entry;
    browser.history.replaceState(entry, '');
    this.first = this.#snapshot = createInitialSnapshot(start, entry);
    this.#visited.keep(this.#snapshot.view);
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  snapshot = (): NavigationSnapshot => this.#snapshot;

  /** Goes to a page of this site. Any other URL is left to the browser. */
  navigate(href: string, options: { replace?: boolean } = {}): Promise<void> {
    const url = new URL(href, this.#browser.here());
    if (url.origin !== this.#browser.here().origin) {
      this.#browser.leave(url);
      return Promise.resolve();
    }
    const again = url.hash === '' && isSamePage(url, this.#browser.here());
    return this.#open(url, options.replace || again ? 'replace' : 'push');
  }

  /**
   * Fetches the page on screen again, keeping its state, and with `around` the site data too. Does nothing while a
   * navigation is under way.
   */
  async refresh({ around = false } = {}): Promise<void> {
    const underWay = this.#backTimer !== undefined || (this.#loading !== null && this.#loading.mode !== 'refresh');
    if (underWay) return;
    const siteLoad = around ? loadSiteData(this.#browser.fetch) : null;
    await this.#open(this.#browser.here(), 'refresh', { around: siteLoad });
    // The page may have failed to load although the site data has arrived
    const site = await siteLoad;
    if (site && site !== this.#snapshot.site && this.#isSameVisitors(site)) this.#set({ site });
  }

  #isSameVisitors(site: SiteData): boolean {
    const { visitorOf } = this.#browser;
    return visitorOf(site) === visitorOf(this.#snapshot.site);
  }

  /**
   * Starts again for the present visitor, at this URL or at the page given by `lead`. Everything shown to the previous
   * visitor is forgotten.
   */
  async restart(lead?: string): Promise<void> {
    const now = this.#browser.here();
    const to = lead === undefined ? now : new URL(lead, now);
    const here = to.origin !== now.origin || to.pathname === now.pathname ? now : to;
    const site = await this.#reloadSiteData();
    if (site === null) this.#leave(here);
    else await this.#open(here, 'replace', { site });
  }

  /** Changes the URL's query without asking the server. */
  setQuery(query: URLSearchParams, options: { replace?: boolean } = {}): void {
    const { view } = this.#snapshot;
    const text = query.toString();
    if (text === view.query) return;
    const url = new URL(view.path, this.#browser.here());
    url.search = text;
    try {
      if (options.replace) this.#write('replace', this.#entry, url);
      else this.#write('push', { ...createHistoryEntry(), visit: view.visit }, url);
    } catch {
      // Safari refuses more than 100 changes of the URL in 30 s. The page still changes, and the next change corrects
      // the URL
    }
    this.#set({ view: { ...view, query: text } });
  }

  /** Handles Back or Forward to the history entry with this state. The browser already shows the entry's URL. */
  handlePopState(state: unknown): void {
    const { view } = this.#snapshot;
    const url = this.#browser.here();
    this.#cancel();
    this.#browser.saveScrollPosition(this.#entry.entry);
    if (!isHistoryEntry(state)) {
      this.#handleUnknownEntry(url);
      return;
    }
    this.#entry = state;
    const target = { path: url.pathname, query: url.search.slice(1) };
    const arrival: Arrival = { ...state, by: 'history' };
    if (state.visit === view.visit) {
      this.#set({ view: { ...view, ...target }, arrival, failure: null });
      return;
    }
    const cached = this.#visited.get(state.visit);
    if (cached) this.#set({ view: { ...cached, ...target, visit: state.visit }, arrival, failure: null });
    else this.#expectSlow();
    // Several quick steps back or forward open only the URL of the last step
    this.#backTimer = setTimeout(
      () => void this.#open(this.#browser.here(), cached ? 'refresh' : 'replace', { entry: this.#entry }),
      backDebounceMs,
    );
  }

  /**
   * Handles a history entry that we didn't create, which comes from a link within the page or from a typed URL that
   * differs only by its fragment.
   */
  #handleUnknownEntry(url: URL): void {
    const { view } = this.#snapshot;
    if (isSamePage(url, new URL(`${view.path}?${view.query}`, url))) {
      this.#write('replace', { ...createHistoryEntry(), visit: view.visit }, url);
    } else {
      void this.#open(url, 'replace');
    }
  }

  async #open(url: URL, mode: Mode, { entry, site: renewed, around, redirects = 0 }: OpenOptions = {}): Promise<void> {
    this.#cancel();
    const loading = { controller: new AbortController(), mode };
    this.#loading = loading;
    const superseded = () => this.#loading !== loading;
    if (mode !== 'refresh') this.#expectSlow();
    if (this.#snapshot.failure) this.#set({ failure: null });

    const loaded = await loadPage(url, this.#browser.fetch, loading.controller.signal).catch(() => null);
    if (loaded === null || superseded()) return;
    if (loaded.kind === 'not-a-page') return this.#leave(url);
    if (loaded.kind === 'failed') {
      // The page on screen belonged to another visitor, and must not stay
      if (renewed) return this.#leave(url);
      return this.#fail(loaded.message, () => void this.#open(url, mode, entry ? { entry } : {}));
    }

    const { page } = loaded;
    if (loaded.ownDocument && mode !== 'refresh') return this.#leave(loaded.url);
    const target = page.type === 'redirect' ? findRedirectTarget(page.url, url.href) : null;
    if (page.type === 'redirect' && page.reloadSiteData) this.#browser.onSignedOut();
    let site = renewed ?? this.#snapshot.site;
    // The visitor has signed in or out elsewhere, or the session has ended. The page already reflects that, but the
    // site data doesn't
    const isAnothers = loaded.visitor !== this.#browser.visitorOf(site);
    if (isAnothers || (page.type === 'redirect' && page.reloadSiteData)) {
      const renewed = await this.#reloadSiteData();
      if (superseded()) return;
      if (renewed === null) return this.#leave(target?.url ?? url);
      site = renewed;
    }
    if (page.type === 'redirect') {
      if (target === null) return this.#fail('Sorry, we can’t open that link.', null);
      if (target.inside) {
        if (redirects >= maxRedirects) return this.#fail('That page keeps redirecting, so we can’t open it.', null);
        const opening = { ...(entry ? { entry } : {}), site, redirects: redirects + 1 };
        return this.#open(target.url, mode === 'push' ? 'push' : 'replace', opening);
      }
    }

    const screen = await this.#browser.loadScreen(page, loaded.url.pathname).catch(() => null);
    const changed = isAnothers ? null : await around;
    if (superseded()) return;
    if (changed && this.#isSameVisitors(changed)) site = changed;
    // The screen's file is gone because the site was updated during this visit. A full load brings the new version
    if (screen === null) return this.#leave(url);
    this.#show(mode, loaded.url, { page, screen, site }, entry);
  }

  /**
   * Loads the site data for the present visitor; null if that fails. Deletes the pages stored for going back, because
   * they were rendered for the previous visitor.
   */
  async #reloadSiteData(): Promise<SiteData | null> {
    this.#visited.clear();
    return loadSiteData(this.#browser.fetch);
  }

  #show(
    mode: Mode,
    url: URL,
    { page, screen, site }: { page: Page; screen: AnyScreen; site: SiteData },
    entry: HistoryEntry | undefined,
  ): void {
    const { view } = this.#snapshot;
    this.#settle();
    const target = { path: url.pathname, query: url.search.slice(1) };
    if (mode === 'refresh') {
      // Keeps a query that setQuery wrote into the URL in the meantime
      const shown = { ...view, page, screen, path: target.path };
      this.#visited.keep(shown);
      this.#set({ view: shown, site, pending: false });
      return;
    }
    const next = entry ?? createHistoryEntry();
    this.#write(mode, next, url);
    const shown: PageWithScreen = { ...target, visit: next.visit, page, screen };
    this.#visited.keep(shown);
    this.#set({ view: shown, site, pending: false, arrival: { ...next, by: entry ? 'history' : 'link' } });
  }

  #write(mode: 'push' | 'replace', { visit, entry }: HistoryEntry, url: URL): void {
    const { history } = this.#browser;
    if (mode === 'push') {
      this.#browser.saveScrollPosition(this.#entry.entry);
      history.pushState({ visit, entry }, '', url.href);
    } else {
      history.replaceState({ visit, entry }, '', url.href);
    }
    this.#entry = { visit, entry };
  }

  #fail(message: string, retry: NavigationFailure['retry']): void {
    this.#settle();
    const dismiss = () => this.#set({ failure: null });
    this.#set({ pending: false, failure: { message, retry, dismiss } });
  }

  #leave(url: URL): void {
    this.#settle();
    this.#browser.leave(url);
  }

  #expectSlow(): void {
    this.#slowTimer = setTimeout(() => this.#set({ pending: true }), slowLoadMs);
  }

  /** Cancels the navigation under way, so that its response is dropped. */
  #cancel(): void {
    this.#loading?.controller.abort();
    this.#settle();
    if (this.#snapshot.pending) this.#set({ pending: false });
  }

  #settle(): void {
    this.#loading = null;
    clearTimeout(this.#slowTimer);
    clearTimeout(this.#backTimer);
    this.#backTimer = undefined;
  }

  #set(change: Partial<NavigationSnapshot>): void {
    this.#snapshot = { ...this.#snapshot, ...change };
    for (const listener of this.#listeners) listener();
  }
}
