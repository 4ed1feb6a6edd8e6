/** What a thing made from public data may depend on. */
interface Seen {
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
  let kept: { revision: number; today: string; made: Promise<Made> } | undefined;
  return (view) => {
    if (kept?.revision !== view.revision || kept.today !== view.today) {
      const made = make(view);
      kept = { revision: view.revision, today: view.today, made };
      // A failure isn't kept: the next visit tries again.
      made.catch(() => {
        if (kept?.made === made) kept = undefined;
      });
    }
    return kept.made;
  };
}
