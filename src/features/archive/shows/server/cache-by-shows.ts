import { cachedByTables } from '#platform/server/database/cache/cache-by-tables.ts';
import type { Reading } from '#platform/server/database/index.ts';

/** Caches what is computed from shows, their credits and their people, and from `also`, as `cachedByTables` does. */
export const cacheByShows = <View extends { db: Reading; revision: number }, Made>(
  also: (view: View) => string,
  make: (view: View) => Promise<Made>,
): ((view: View) => Promise<Made>) => cachedByTables(['show', 'credit', 'person'], also, make);
