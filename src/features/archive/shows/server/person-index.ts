import { yieldToEventLoop } from '#platform/server/background/event-loop.ts';
import type { Id } from '#platform/server/crypto/ids.ts';
import { inBatches, type Reading } from '#platform/server/database/index.ts';
import { namesOf, otherNames } from '../people/server/index.ts';
import type { IndexedShow, ShowIndex } from './show-index.ts';
import { type Compare, updateSortedList } from './sorted-list.ts';

/**
 * A credited person. When they change, or what lists of people show of their shows, another object replaces this one.
 */
export interface IndexedPerson {
  readonly id: Id;
  readonly name: string;
  readonly name_key: string;
  /** Their other names in programmes, if they can be found by these. */
  readonly also: readonly string[];
  /** Also the cancelled and the archived. */
  readonly shows: readonly Id[];
}

const byName: Compare<IndexedPerson> = (one, other) =>
  one.name_key < other.name_key ? -1 : one.name_key > other.name_key ? 1 : one.id < other.id ? -1 : 1;

/** Everyone with a credit, by name. */
export async function loadIndexedPeople(db: Reading, shows: ShowIndex): Promise<readonly IndexedPerson[]> {
  const credited = await db.selectFrom('credit').select('person_id').distinct().execute();
  return refreshIndexedPeople(
    db,
    [],
    credited.map(({ person_id }) => person_id),
    shows,
  );
}

/** The people, with those of these ids read again. */
export async function refreshIndexedPeople(
  db: Reading,
  before: readonly IndexedPerson[],
  ids: readonly Id[],
  { byId }: ShowIndex,
): Promise<readonly IndexedPerson[]> {
  if (ids.length === 0) return before;
  const now: IndexedPerson[] = [];
  await inBatches(ids, async (batch) => {
    const showsOf = new Map((await appearances(db, batch)).map(({ person_id, shows }) => [person_id, shows]));
    const others = Map.groupBy(await otherNames(db, batch), ({ id }) => id);
    for (const { id, name, name_key } of await namesOf(db, batch)) {
      // Reuse the show's own id string, so that 200,000 credits cost a pointer each, not a string.
      const ids = showsOf.get(id)?.split(',').sort() ?? [];
      const shows = ids.flatMap((show) => byId.get(show)?.id ?? []);
      const also = others.get(id)?.map((other) => other.name) ?? none;
      if (shows.length > 0) now.push({ id, name, name_key, also, shows });
      await yieldToEventLoop();
    }
  });
  const changed = new Set(ids);
  return updateSortedList(before, { gone: before.filter(({ id }) => changed.has(id)), come: now }, byName);
}

const none: readonly string[] = [];

/** The ids of each person's shows, joined by commas. */
const appearances = (db: Reading, people: readonly Id[]) =>
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

/** Those who were in these shows. */
export async function listPersonIdsInShows(db: Reading, shows: readonly Id[]): Promise<Id[]> {
  const people: Id[] = [];
  await inBatches(shows, async (batch) => {
    const rows = await db.selectFrom('credit').select('person_id').distinct().where('show_id', 'in', batch).execute();
    people.push(...rows.map(({ person_id }) => person_id));
  });
  return people;
}

/** Returns true if lists of people are the same for both. */
export const isSameForPeopleLists = (one: IndexedShow | undefined, other: IndexedShow | undefined) =>
  one?.date === other?.date &&
  one?.date_precision === other?.date_precision &&
  one?.cancelled === other?.cancelled &&
  one?.archived_at === other?.archived_at;
