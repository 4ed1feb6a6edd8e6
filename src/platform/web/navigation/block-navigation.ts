type Hold = (state: unknown) => boolean;

const holds = new Set<Hold>();

/** Asks `hold` before Back or Forward is followed, until the returned function is called: true stays on the page. */
export function blockNavigation(hold: Hold): () => void {
  holds.add(hold);
  return () => holds.delete(hold);
}

/** Returns true if somebody wants to stay, though the browser has moved to the entry with this state. */
export const isNavigationBlocked = (state: unknown): boolean => [...holds].some((hold) => hold(state));
