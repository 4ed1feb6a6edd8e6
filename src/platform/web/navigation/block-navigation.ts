type Hold = (state: unknown) => boolean;

const holds = new Set<Hold>();

/**
 * Calls `hold` before Back or Forward is followed, until the returned function is called. If `hold` returns true, the
 * page stays.
 */
export function blockNavigation(hold: Hold): () => void {
  holds.add(hold);
  return () => holds.delete(hold);
}

/** Returns true if the page stays, although the browser has moved to the history entry with this state. */
export const isNavigationBlocked = (state: unknown): boolean => [...holds].some((hold) => hold(state));
