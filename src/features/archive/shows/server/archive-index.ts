import { cacheByTables, type Reading } from '#platform/server/database/index.ts';
import { type IndexedPerson, loadIndexedPeople } from './person-index.ts';
import { loadShowIndex, type ShowIndex } from './show-index.ts';

type View = { db: Reading; revision: number };

/**
 * Caches a value derived from shows, their credits and their people until one of them changes, or `also` does.
 * Building all of it takes a third of a second for 10,000 shows with 200,000 credits (docs/decisions/0086).
 */
export const cacheByShows = <Seen extends View, Made>(
  also: (view: Seen) => string,
  make: (view: Seen) => Promise<Made>,
): ((view: Seen) => Promise<Made>) => cacheByTables(['show', 'credit', 'person', 'person_merge'], also, make);

/** Every show in the orders of lists. */
export const loadShows = cacheByShows<View, ShowIndex>(
  () => '',
  ({ db }) => loadShowIndex(db),
);

/** Everyone with a credit, by name. */
export const loadPeople = cacheByShows<View, readonly IndexedPerson[]>(
  () => '',
  async (view) => loadIndexedPeople(view.db, await loadShows(view)),
);
