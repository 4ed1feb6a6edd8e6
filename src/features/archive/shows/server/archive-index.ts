import { yieldToEventLoop } from '#platform/server/background/event-loop.ts';
import type { Id } from '#platform/server/crypto/ids.ts';
import { cacheByTables, type DbReader, runInBatches } from '#platform/server/database/index.ts';
import { formatCreditName } from '../credits.ts';
import { isOnSite } from '../paths.ts';
import { findPersonNames, listOtherPrintedNames } from '../people/server/index.ts';
import { compareNewestFirst } from '../show-order.ts';

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

/** Loads everyone who has a credit, sorted by name. */
async function loadIndexedPeople(db: DbReader, { byId }: ShowIndex): Promise<readonly IndexedPerson[]> {
  const credited = await db.selectFrom('credit').select('person_id').distinct().execute();
  const people: IndexedPerson[] = [];
  const ids = credited.map(({ person_id }) => person_id);
  await runInBatches(ids, async (batch) => {
    const showsOf = new Map((await selectAppearances(db, batch)).map(({ person_id, shows }) => [person_id, shows]));
    const others = Map.groupBy(await listOtherPrintedNames(db, batch), ({ id }) => id);
    for (const { id, name, name_key } of await findPersonNames(db, batch)) {
      // The id string of the show itself is reused, so that 200,000 credits cost a pointer each, not a string
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
const selectAppearances = (db: DbReader, people: readonly Id[]) =>
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
 * Caches a value derived from shows, their credits and their people until one of these or the result of `also` changes.
 * docs/performance.md has the cost.
 */
export const cacheByShows = <Seen extends View, Made>(
  also: (view: Seen) => string,
  make: (view: Seen) => Promise<Made>,
): ((view: Seen) => Promise<Made>) => cacheByTables(['show', 'credit', 'person', 'person_merge'], also, make);

/** All shows: newest first, oldest first, and by id. */
export const loadCachedShowIndex = cacheByShows<View, ShowIndex>(
  () => '',
  ({ db }) => loadShowIndex(db),
);

/** Everyone who has a credit, sorted by name. */
export const loadCachedPeople = cacheByShows<View, readonly IndexedPerson[]>(
  () => '',
  async (view) => loadIndexedPeople(view.db, await loadCachedShowIndex(view)),
);

/** A role on stage, with the person's name as the show credits it, or with the show's title. */
type RoleIn = [role: string, context: string];

/** The roles on stage of shows on the site. */
export interface CastRoleIndex {
  /** The roles of a show in billing order, each with the person who played it. */
  readonly byShow: ReadonlyMap<Id, RoleIn[]>;
  /** The roles of a person, newest show first, each with the show's title. */
  readonly byPerson: ReadonlyMap<Id, RoleIn[]>;
}

/** A role on stage, with its person, and their name as the show credits it. */
interface CastCredit {
  readonly person_id: Id;
  readonly role: string;
  readonly name: string;
}

/**
 * The roles on stage of each show, archived or not. Reading them takes longest, so they are read again only after a
 * change of credits or people.
 */
const loadCachedCast = cacheByTables<View, ReadonlyMap<Id, readonly CastCredit[]>>(
  ['credit', 'person'],
  () => '',
  async (view) => {
    const cast = new Map<Id, CastCredit[]>();
    const { shows } = await loadCachedShowIndex(view);
    const ids = shows.map(({ id }) => id);
    await runInBatches(ids, async (batch) => {
      for (const { show_id, person_id, role, name, printed_as, credit_style } of await listRoles(view.db, batch)) {
        const credit = { person_id, role, name: formatCreditName(name, printed_as, credit_style) };
        addTo(cast, show_id, credit);
        await yieldToEventLoop();
      }
    });
    return cast;
  },
);

export const loadCachedCastRoles = cacheByShows<View, CastRoleIndex>(
  () => '',
  async (view) => {
    const byShow = new Map<Id, RoleIn[]>();
    const byPerson = new Map<Id, RoleIn[]>();
    const cast = await loadCachedCast(view);
    for (const { id, title } of (await loadCachedShowIndex(view)).shows.filter(isOnSite)) {
      for (const { role, person_id, name } of cast.get(id) ?? []) {
        addTo(byShow, id, [role, name]);
        addTo(byPerson, person_id, [role, title]);
      }
      await yieldToEventLoop();
    }
    return { byShow, byPerson };
  },
);

function addTo<Item>(lists: Map<Id, Item[]>, id: Id, item: Item): void {
  const list = lists.get(id);
  if (list) list.push(item);
  else lists.set(id, [item]);
}

const listRoles = (db: DbReader, shows: readonly Id[]) =>
  db
    .selectFrom('credit')
    .innerJoin('person', 'person.id', 'credit.person_id')
    .select(['credit.show_id', 'credit.person_id', 'credit.role', 'credit.printed_as'])
    .select(['person.name', 'person.credit_style'])
    .where('credit.kind', '=', 'cast')
    .where('credit.role', '!=', '')
    .where('credit.show_id', 'in', shows)
    .orderBy('credit.ord')
    .orderBy('person.name_key')
    .orderBy('credit.id')
    .execute();

const listShowRows = async (db: DbReader) =>
  (
    await db
      .selectFrom('show')
      .select(['id', 'title', 'title_key', 'author', 'date', 'date_precision', 'first_date', 'first_date_precision'])
      .select(['venue', 'company', 'programme', 'season', 'genre', 'show_type', 'poster_number'])
      .select(['cancelled', 'archived_at', 'updated_at'])
      .execute()
  ).map((row) => ({ ...row, cancelled: row.cancelled === 1 }));

/** A show in the cached index: the columns that lists, posters and the search use. */
export type IndexedShow = Readonly<Awaited<ReturnType<typeof listShowRows>>[number]>;

/** Every show, including cancelled and archived ones. */
export interface ShowIndex {
  /** Newest first. */
  readonly shows: readonly IndexedShow[];
  /** Sorted oldest first by last day, then by first day. Posters are designed in this order. */
  readonly inTurn: readonly IndexedShow[];
  readonly byId: ReadonlyMap<Id, IndexedShow>;
}

const by = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0);

const oldestFirst = (one: IndexedShow, other: IndexedShow) =>
  by(one.date, other.date) ||
  by(one.first_date, other.first_date) ||
  by(other.title_key, one.title_key) ||
  by(other.id, one.id);

export async function loadShowIndex(db: DbReader): Promise<ShowIndex> {
  const rows = await listShowRows(db);
  await yieldToEventLoop();
  const shows = rows.toSorted(compareNewestFirst);
  await yieldToEventLoop();
  return { shows, inTurn: rows.toSorted(oldestFirst), byId: new Map(rows.map((show) => [show.id, show])) };
}
