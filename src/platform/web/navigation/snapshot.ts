import type { Site } from '#platform/shared/pages.ts';
import type { HistoryEntry } from './history-entry.ts';
import type { View } from './screen-types.ts';

/** The way the current page was reached, which decides the scrolling and the focus. */
export interface Arrival extends HistoryEntry {
  by: 'first-view' | 'link' | 'history';
}

export interface Failure {
  message: string;
  /** Null if trying again would be useless. */
  retry: (() => void) | null;
  dismiss: () => void;
}

export interface NavigationSnapshot {
  view: View;
  site: Site;
  /** True if a load has been going on for long enough to show it. */
  pending: boolean;
  failure: Failure | null;
  arrival: Arrival;
}

/** The state from which the server and the browser both start. */
export type InitialNavigationState = Omit<View, 'visit'> & { site: Site };

/** Returns the first snapshot: the same on the server and in the browser, so that the hydrated page matches. */
export function initialSnapshot({ site, ...start }: InitialNavigationState, entry: HistoryEntry): NavigationSnapshot {
  const view = { ...start, visit: entry.visit };
  return { view, site, pending: false, failure: null, arrival: { ...entry, by: 'first-view' } };
}
