import type { DbReader } from '../core/database.ts';
import { type ChangeCounts, type ChangedRows, findChangeCounts, rowsChangedSince } from './row-changes.ts';

interface Seen {
  db: DbReader;
  revision: number;
}

interface Cached<Made> extends ChangeCounts {
  /** The count up to which changes were looked at. */
  revision: number;
  made: Promise<Made>;
}

/** With more changed rows than this, everything is read again, which is then cheaper. */
const mostFollowed = 1000;

/**
 * Caches a value computed from followed tables (`followRows`), and updates it by the rows that have changed, whichever
 * process changed them. `follow` returns a new value instead of changing the old one, which may still be in use. Where
 * the changes can't be followed, everything is computed again.
 */
export function cachedByRows<View extends Seen, Made>(
  make: (view: View) => Promise<Made>,
  follow: (before: Made, changed: ChangedRows, view: View) => Promise<Made>,
): (view: View) => Promise<Made> {
  const cached = new WeakMap<DbReader, Cached<Made>>();
  const caught = async (view: View): Promise<Cached<Made>> => {
    const { db, revision } = view;
    // Read before anything else, so that a change meanwhile is followed the next time
    const counted = await findChangeCounts(db);
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
  async function caughtUp(known: Cached<Made>, counted: ChangeCounts, view: View): Promise<Made> {
    const before = await known.made.catch(() => undefined);
    // A lower count is another database's, which has replaced this one
    const isFollowed = before !== undefined && known.others === counted.others && known.rows < counted.rows;
    const changed = isFollowed ? await rowsChangedSince(view.db, known, mostFollowed) : undefined;
    return changed && before !== undefined ? follow(before, changed, view) : make(view);
  }
  return async (view) => {
    const known = cached.get(view.db);
    // Every change that the public sees increases the revision as well
    return (known?.revision === view.revision ? known : await caught(view)).made;
  };
}
