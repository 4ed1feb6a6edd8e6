import type { Reading } from './database/index.ts';

/** What a thing made from public data may depend on. */
interface Seen {
  db: Reading;
  revision: number;
  today: string;
}

/**
 * Keeps what was made from the public data until that data changes or the day does. Made again by each process for
 * itself: it can be lost at any time.
 */
export function perRevision<View extends Seen, Made>(
  make: (view: View) => Promise<Made>,
): (view: View) => Promise<Made> {
  let kept: (Seen & { made: Promise<Made> }) | undefined;
  return (view) => {
    const { db, revision, today } = view;
    if (!kept || kept.db !== db || kept.revision !== revision || kept.today !== today) {
      const made = make(view);
      kept = { db, revision, today, made };
      // A failure isn't kept: the next visit tries again.
      made.catch(() => {
        if (kept?.made === made) kept = undefined;
      });
    }
    return kept.made;
  };
}
