import type { SiteData } from '#platform/shared/pages.ts';
import type { PageWithScreen } from './screen-types.ts';

/** The way the current page was reached, which decides the scrolling and the focus. */
export interface Arrival extends HistoryEntry {
  by: 'first-view' | 'link' | 'history';
}

export interface NavigationFailure {
  message: string;
  /** Null if trying again would be useless. */
  retry: (() => void) | null;
  dismiss: () => void;
}

export interface NavigationSnapshot {
  view: PageWithScreen;
  site: SiteData;
  /** True if a load has taken so long that the screen should show that. */
  pending: boolean;
  failure: NavigationFailure | null;
  arrival: Arrival;
}

/** The state from which the server and the browser both start. */
export type InitialNavigationState = Omit<PageWithScreen, 'visit'> & { site: SiteData };

/** Returns the first snapshot. It is the same on the server and in the browser, so that the hydrated page matches. */
export function createInitialSnapshot(
  { site, ...start }: InitialNavigationState,
  entry: HistoryEntry,
): NavigationSnapshot {
  const view = { ...start, visit: entry.visit };
  return { view, site, pending: false, failure: null, arrival: { ...entry, by: 'first-view' } };
}

/** The maximum number of stored positions and pages. Nobody goes back further, and a phone can store this many. */
export const maxStoredVisits = 40;

/** The pages of the latest visits, so that going back to them is immediate. */
export class VisitedPages {
  readonly #pages = new Map<string, Pick<PageWithScreen, 'page' | 'screen'>>();

  get = (visit: string): Pick<PageWithScreen, 'page' | 'screen'> | undefined => this.#pages.get(visit);

  keep({ visit, page, screen }: PageWithScreen): void {
    this.#pages.delete(visit);
    this.#pages.set(visit, { page, screen });
    const oldest = this.#pages.keys().next();
    if (this.#pages.size > maxStoredVisits && !oldest.done) this.#pages.delete(oldest.value);
  }

  clear = (): void => this.#pages.clear();
}

/** A history entry's state: entries of one visit show one page and differ only by their query or fragment. */
export interface HistoryEntry {
  visit: string;
  entry: string;
}

let entries = 0;
/** Creates an entry that differs from any other entry of this tab, even from those before a reload. */
export function createHistoryEntry(): HistoryEntry {
  entries += 1;
  const id = `${Date.now().toString(36)}.${entries}`;
  return { visit: id, entry: id };
}

/** Returns true if a history state is one of ours. */
export function isHistoryEntry(state: unknown): state is HistoryEntry {
  return typeof state === 'object' && state !== null && 'visit' in state && 'entry' in state;
}
