import { cachedByTables } from '#platform/server/database/cache-by-tables.ts';
import type { Reading } from '#platform/server/database/index.ts';

/** Caches what is made of shows, their credits and the people in them, and of what `also` says, as `cachedByTables` does. */
export const cachedByShows = <View extends { db: Reading; revision: number }, Made>(
  also: (view: View) => string,
  make: (view: View) => Promise<Made>,
): ((view: View) => Promise<Made>) => cachedByTables(['show', 'credit', 'person'], also, make);
