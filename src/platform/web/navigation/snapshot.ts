import type { Site } from '#platform/shared/pages.ts';
import type { HistoryEntry } from './history-entry.ts';
import type { PageView } from './screen-types.ts';

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
  view: PageView;
  site: Site;
  /** True if a load has taken so long that the screen should show that. */
  pending: boolean;
  failure: NavigationFailure | null;
  arrival: Arrival;
}

/** The state from which the server and the browser both start. */
export type InitialNavigationState = Omit<PageView, 'visit'> & { site: Site };

/** Returns the first snapshot. It is the same on the server and in the browser, so that the hydrated page matches. */
export function createInitialSnapshot(
  { site, ...start }: InitialNavigationState,
  entry: HistoryEntry,
): NavigationSnapshot {
  const view = { ...start, visit: entry.visit };
  return { view, site, pending: false, failure: null, arrival: { ...entry, by: 'first-view' } };
}
