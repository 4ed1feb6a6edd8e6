import type { Reading } from './database.ts';
import { type ChangedRows, type Counted, countedIn, rowsChangedSince } from './rows-changed.ts';

interface Seen {
  db: Reading;
  revision: number;
}

interface Cached<Made> extends Counted {
  /** The last at which was looked. */
  revision: number;
  made: Promise<Made>;
}

/** Of more changed rows than this everything is read again, which then costs less. */
const mostFollowed = 1000;

/**
 * Caches what is made of the rows of followed tables (`followRows`), and brings it up to date by those that have changed,
 * whichever process changed them. `follow` makes a new one of the one before: somebody may still be using that. Where the
 * changes can't be followed, all of it is made again.
 */
export function cachedByRows<View extends Seen, Made>(
  make: (view: View) => Promise<Made>,
  follow: (before: Made, changed: ChangedRows, view: View) => Promise<Made>,
): (view: View) => Promise<Made> {
  const cached = new WeakMap<Reading, Cached<Made>>();
  const caught = async (view: View): Promise<Cached<Made>> => {
    const { db, revision } = view;
    // Asked for before anything is read, so that what changes meanwhile is followed the next time
    const counted = await countedIn(db);
    const known = cached.get(db);
    if (known && known.rows === counted.rows && known.others === counted.others) {
      known.revision = revision;
      return known;
    }
    const begun = { ...counted, revision, made: known ? caughtUp(known, counted, view) : make(view) };
    cached.set(db, begun);
    // A failure isn't cached: the next visit tries again
    begun.made.catch(() => {
      if (cached.get(db) === begun) cached.delete(db);
    });
    return begun;
  };
  async function caughtUp(known: Cached<Made>, counted: Counted, view: View): Promise<Made> {
    const before = await known.made.catch(() => undefined);
    // Counts that go back are another database's, put in the place of the one before
    const isFollowed = before !== undefined && known.others === counted.others && known.rows < counted.rows;
    const changed = isFollowed ? await rowsChangedSince(view.db, known, mostFollowed) : undefined;
    return changed && before !== undefined ? follow(before, changed, view) : make(view);
  }
  return async (view) => {
    const known = cached.get(view.db);
    // Whatever changes a row that the public sees moves the revision as well
    return (known?.revision === view.revision ? known : await caught(view)).made;
  };
}
