import type { DbReader } from '../core/database.ts';
import type { Tables } from '../core/schema.ts';
import { getTablesFingerprint } from './table-changes.ts';

interface CacheContext {
  db: DbReader;
  revision: number;
}

interface CacheEntry<Made> {
  /** The revision at which the tables were last compared. */
  revision: number;
  changes: string;
  also: string;
  made: Promise<Made>;
}

/**
 * Caches a value derived from these public tables, or from everything that is public, until one of the tables changes,
 * or the result of `also` changes, such as the society's name or the day. If a value takes long to compute, name its
 * tables. Otherwise a new post, for example, causes the whole archive to be read again. Each process has its own cache.
 */
export function cacheByTables<View extends CacheContext, Made>(
  tables: readonly (keyof Tables)[] | 'public',
  also: (view: View) => string,
  make: (view: View) => Promise<Made>,
): (view: View) => Promise<Made> {
  const cached = new WeakMap<DbReader, CacheEntry<Made>>();
  const valid = (db: DbReader, fits: (known: CacheEntry<Made>) => boolean) => {
    const known = cached.get(db);
    return known && fits(known) ? known : undefined;
  };
  return async (view) => {
    const { db, revision } = view;
    const besides = also(view);
    // If the revision is the same, no public table has changed
    const same = valid(db, (known) => known.revision === revision && known.also === besides);
    if (same) return same.made;
    // Read before the value is computed, so that a change in the meantime makes the value stale
    const changes = tables === 'public' ? `${revision}` : await getTablesFingerprint(db, tables);
    const still = valid(db, (known) => known.changes === changes && known.also === besides);
    if (still) {
      still.revision = revision;
      return still.made;
    }
    const made = make(view);
    cached.set(db, { revision, changes, also: besides, made });
    // A failure isn't cached: the next visit tries again
    made.catch(() => {
      if (cached.get(db)?.made === made) cached.delete(db);
    });
    return made;
  };
}
