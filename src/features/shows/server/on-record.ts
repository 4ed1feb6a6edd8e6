import { cachedByRows, type Reading } from '#platform/server/database/index.ts';
import { countsTheSame, type PersonOnRecord, peopleIn, readPeople, withPeople } from './people-on-record.ts';
import { readShows, type ShowsOnRecord, withShows } from './shows-on-record.ts';

/**
 * The archive as lists know it: each list is computed from this, and only the parts whose objects have changed are
 * computed again.
 */
export interface OnRecord extends ShowsOnRecord {
  /** Everyone with a credit, by name: read on first use, since most pages need only shows. */
  people(): Promise<readonly PersonOnRecord[]>;
  /** Undefined until the first use. */
  readonly peopleRead: Promise<readonly PersonOnRecord[]> | undefined;
}

type View = { db: Reading; revision: number };

/** What is on record now: read once, then followed row by row (docs/decisions/0086). */
export const onRecordAt = cachedByRows<View, OnRecord>(
  async ({ db }) => recordOf(db, await readShows(db), undefined),
  async (before, changed, { db }) => {
    const showIds = changed.get('show') ?? [];
    const then = new Map(showIds.map((id) => [id, before.byId.get(id)]));
    const shows = await withShows(db, before, showIds);
    // A failed read is tried again on the next use
    const people = await before.peopleRead?.catch(() => undefined);
    if (!people) return recordOf(db, shows, undefined);
    const moved = showIds.filter((id) => !countsTheSame(then.get(id), shows.byId.get(id)));
    const ids = new Set([...(changed.get('person') ?? []), ...(await peopleIn(db, moved))]);
    return recordOf(db, shows, Promise.resolve(await withPeople(db, people, [...ids], shows)));
  },
);

function recordOf(db: Reading, shows: ShowsOnRecord, people: OnRecord['peopleRead']): OnRecord {
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
      const reading = readPeople(db, shows);
      read = reading;
      reading.catch(() => {
        if (read === reading) read = undefined;
      });
      return reading;
    },
  };
}

/** Caches what is computed from one state of the record, and from `also`: the society's name, the day. */
export function cachedByRecord<Seen extends View, Made>(
  also: (view: Seen) => string,
  make: (record: OnRecord, view: Seen) => Promise<Made>,
): (view: Seen) => Promise<Made> {
  const cached = new WeakMap<OnRecord, { also: string; made: Promise<Made> }>();
  return async (view) => {
    const record = await onRecordAt(view);
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
