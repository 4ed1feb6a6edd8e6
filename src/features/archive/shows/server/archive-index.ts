import { cachedByRows, type Reading } from '#platform/server/database/index.ts';
import {
  type IndexedPerson,
  isSameForPeopleLists,
  listPersonIdsInShows,
  loadIndexedPeople,
  refreshIndexedPeople,
} from './person-index.ts';
import { loadShowIndex, refreshShowIndex, type ShowIndex } from './show-index.ts';

/**
 * The archive for lists: each list is computed from this, and only the parts whose objects have changed are computed
 * again.
 */
export interface ArchiveIndex extends ShowIndex {
  /** Everyone with a credit, by name: read on first use, since most pages need only shows. */
  people(): Promise<readonly IndexedPerson[]>;
  /** Undefined until the first use. */
  readonly peopleRead: Promise<readonly IndexedPerson[]> | undefined;
}

type View = { db: Reading; revision: number };

/** Loads the present archive index: read once, then updated row by row (docs/decisions/0086). */
export const loadArchiveIndex = cachedByRows<View, ArchiveIndex>(
  async ({ db }) => archiveIndexOf(db, await loadShowIndex(db), undefined),
  async (before, changed, { db }) => {
    const showIds = changed.get('show') ?? [];
    const then = new Map(showIds.map((id) => [id, before.byId.get(id)]));
    const shows = await refreshShowIndex(db, before, showIds);
    // A failed read is tried again on the next use
    const people = await before.peopleRead?.catch(() => undefined);
    if (!people) return archiveIndexOf(db, shows, undefined);
    const moved = showIds.filter((id) => !isSameForPeopleLists(then.get(id), shows.byId.get(id)));
    const ids = new Set([...(changed.get('person') ?? []), ...(await listPersonIdsInShows(db, moved))]);
    return archiveIndexOf(db, shows, Promise.resolve(await refreshIndexedPeople(db, people, [...ids], shows)));
  },
);

function archiveIndexOf(db: Reading, shows: ShowIndex, people: ArchiveIndex['peopleRead']): ArchiveIndex {
  let read = people;
  return {
    shows: shows.shows,
    inTurn: shows.inTurn,
    byId: shows.byId,
    get peopleRead() {
      return read;
    },
    people() {
      if (read) return read;
      const reading = loadIndexedPeople(db, shows);
      read = reading;
      reading.catch(() => {
        if (read === reading) read = undefined;
      });
      return reading;
    },
  };
}

/** Caches what is computed from one state of the record, and from `also`: the society's name, the day. */
export function cacheByArchive<Seen extends View, Made>(
  also: (view: Seen) => string,
  make: (record: ArchiveIndex, view: Seen) => Promise<Made>,
): (view: Seen) => Promise<Made> {
  const cached = new WeakMap<ArchiveIndex, { also: string; made: Promise<Made> }>();
  return async (view) => {
    const record = await loadArchiveIndex(view);
    const besides = also(view);
    const known = cached.get(record);
    if (known?.also === besides) return known.made;
    const begun = { also: besides, made: make(record, view) };
    cached.set(record, begun);
    // A failure isn't cached: the next visit tries again
    begun.made.catch(() => {
      if (cached.get(record) === begun) cached.delete(record);
    });
    return begun.made;
  };
}
