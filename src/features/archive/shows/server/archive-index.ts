import { yieldToEventLoop } from '#platform/server/background/event-loop.ts';
import type { Id } from '#platform/server/crypto/ids.ts';
import { cacheByTables, type DbReader, runInBatches } from '#platform/server/database/index.ts';
import { findPersonNames, listOtherPrintedNames } from '../people/server/index.ts';
import { loadShowIndex, type ShowIndex } from './show-index.ts';

/** A credited person. */
interface IndexedPerson {
  readonly id: Id;
  readonly name: string;
  readonly name_key: string;
  /** The person's other printed names, if search may use them. */
  readonly also: readonly string[];
  /** The person's shows, including cancelled and archived ones. */
  readonly shows: readonly Id[];
}

const byName = (one: IndexedPerson, other: IndexedPerson) =>
  one.name_key < other.name_key ? -1 : one.name_key > other.name_key ? 1 : one.id < other.id ? -1 : 1;

/** Loads everyone who has a credit, by name. */
async function loadIndexedPeople(db: DbReader, { byId }: ShowIndex): Promise<readonly IndexedPerson[]> {
  const credited = await db.selectFrom('credit').select('person_id').distinct().execute();
  const people: IndexedPerson[] = [];
  const ids = credited.map(({ person_id }) => person_id);
  await runInBatches(ids, async (batch) => {
    const showsOf = new Map((await appearances(db, batch)).map(({ person_id, shows }) => [person_id, shows]));
    const others = Map.groupBy(await listOtherPrintedNames(db, batch), ({ id }) => id);
    for (const { id, name, name_key } of await findPersonNames(db, batch)) {
      // The show's own id string is reused, so that 200,000 credits cost a pointer each, not a string.
      const ids = showsOf.get(id)?.split(',').sort() ?? [];
      const shows = ids.flatMap((show) => byId.get(show)?.id ?? []);
      const also = others.get(id)?.map((other) => other.name) ?? none;
      if (shows.length > 0) people.push({ id, name, name_key, also, shows });
      await yieldToEventLoop();
    }
  });
  return people.sort(byName);
}

const none: readonly string[] = [];

/** Selects the ids of each person's shows, joined by commas. */
const appearances = (db: DbReader, people: readonly Id[]) =>
  db
    .selectFrom(({ selectFrom }) =>
      selectFrom('credit')
        .select(['person_id', 'show_id'])
        .distinct()
        .where('person_id', 'in', people)
        .as('appearance'),
    )
    .select(({ fn, val }) => ['person_id', fn<string>('string_agg', ['show_id', val(',')]).as('shows')])
    .groupBy('person_id')
    .execute();

type View = { db: DbReader; revision: number };

/**
 * Caches a value derived from shows, their credits and their people until any of them changes, or `also` changes. The
 * cost is in docs/performance.md.
 */
export const cacheByShows = <Seen extends View, Made>(
  also: (view: Seen) => string,
  make: (view: Seen) => Promise<Made>,
): ((view: Seen) => Promise<Made>) => cacheByTables(['show', 'credit', 'person', 'person_merge'], also, make);

/** Every show in the orders that lists need. */
export const loadCachedShowIndex = cacheByShows<View, ShowIndex>(
  () => '',
  ({ db }) => loadShowIndex(db),
);

/** Everyone who has a credit, by name. */
export const loadCachedPeople = cacheByShows<View, readonly IndexedPerson[]>(
  () => '',
  async (view) => loadIndexedPeople(view.db, await loadCachedShowIndex(view)),
);
