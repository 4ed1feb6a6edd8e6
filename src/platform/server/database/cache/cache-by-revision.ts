import type { DbReader } from '../core/database.ts';

/** The dependencies of a value computed from public data: the data, and the period that ends at `until`. */
interface Seen {
  db: DbReader;
  revision: number;
  until: number;
}

/**
 * Caches a value computed from the public data until that data changes, the day ends, or something becomes public by
 * itself. Each process has its own cache, and may lose it at any time.
 */
export function cachedByRevision<View extends Seen, Made>(
  make: (view: View) => Promise<Made>,
): (view: View) => Promise<Made> {
  let cached: (Seen & { made: Promise<Made> }) | undefined;
  return (view) => {
    const { db, revision, until } = view;
    if (!cached || cached.db !== db || cached.revision !== revision || cached.until !== until) {
      const made = make(view);
      cached = { db, revision, until, made };
      // A failure isn't cached: the next visit tries again.
      made.catch(() => {
        if (cached?.made === made) cached = undefined;
      });
    }
    return cached.made;
  };
}
