import { runCooperatively, yieldToEventLoop } from '#platform/server/background/event-loop.ts';
import { cacheByTables } from '#platform/server/database/cache/cache-by-tables.ts';
import type { DbReader, DbTransaction } from '#platform/server/database/index.ts';
import type { PageRequest } from '#platform/server/http/routes/page.ts';
import type { Instant } from '#platform/shared/dates/dates.ts';
import { paginateTable, parseTableQuery, ROWS_PER_PAGE, type TableRequest } from '#platform/shared/tables/table.ts';
import { fold } from '#platform/shared/text/text.ts';
import type { ListedPerson, PeopleContent, PersonMatch } from '../contract.ts';
import { peopleTable } from '../people-table.ts';
import { findSimilarPairsInSteps } from '../similar-names.ts';
import { countShowsByPerson, listAllNames, loadMerges, resolveCurrentId } from './store.ts';
import { listLinkedUsers } from './user-persons.ts';

/** Pairs of similar names that somebody has marked as different people. */
interface PairsMarkedDifferent {
  has: (one: string, other: string) => boolean;
}

export async function loadPairsMarkedDifferent(db: DbReader): Promise<PairsMarkedDifferent> {
  const rows = await db.selectFrom('person_apart').select(['person_id', 'other_id']).execute();
  const pairs = new Set(rows.map(({ person_id, other_id }) => `${person_id} ${other_id}`));
  return { has: (one, other) => pairs.has(inOrder(one, other).join(' ')) };
}

/** Marks two people as different, or removes the mark. Repeating the call changes nothing. */
export async function setMarkedDifferent(
  tx: DbTransaction,
  [one, other]: [string, string],
  since: Instant | null,
): Promise<void> {
  const [person_id, other_id] = inOrder(one, other);
  if (since) {
    await tx
      .insertInto('person_apart')
      .values({ person_id, other_id, since })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  } else {
    await tx.deleteFrom('person_apart').where('person_id', '=', person_id).where('other_id', '=', other_id).execute();
  }
}

/** Sorts a pair of ids, so that both orders of a pair are stored the same way. */
const inOrder = (one: string, other: string): [string, string] => (one < other ? [one, other] : [other, one]);

type View = Pick<PageRequest, 'db' | 'revision'>;

interface Row extends ListedPerson {
  /** All of the person's names, folded. */
  key: string;
}

const tables = ['person', 'person_merge', 'credit'] as const;

/** Everyone, by name. The list is prepared once after each change of the archive. */
const everyoneAt = cacheByTables<View, Row[]>(
  tables,
  () => '',
  async ({ db }) => {
    const merged = await loadMerges(db);
    const counts = new Map((await countShowsByPerson(db)).map(({ person_id, shows }) => [person_id, Number(shows)]));
    const rows = await listAllNames(db);
    const others = Map.groupBy(
      rows.filter(({ id }) => merged.has(id)),
      ({ id }) => resolveCurrentId(merged, id),
    );
    const everyone: Row[] = [];
    for (const { id, name } of rows) {
      if (merged.has(id)) continue;
      const also = (others.get(id) ?? []).map((other) => other.name);
      everyone.push({ id, name, shows: counts.get(id) ?? 0, also, user: '', key: fold([name, ...also].join(' ')) });
      await yieldToEventLoop();
    }
    return everyone;
  },
);

/** Everyone, sorted by surname. */
const registerAt = cacheByTables<View, Row[]>(
  tables,
  () => '',
  async (view) => inRegister(await everyoneAt(view), ({ name }) => name),
);

/** Sorts by the last word of a name, then by the whole name. */
function inRegister<Entry>(entries: readonly Entry[], nameOf: (entry: Entry) => string): Entry[] {
  const keyed = entries.map((entry) => {
    const name = fold(nameOf(entry));
    return { entry, key: `${name.slice(name.lastIndexOf(' ') + 1)} ${name}` };
  });
  return keyed.sort((a, b) => (a.key < b.key ? -1 : Number(a.key > b.key))).map(({ entry }) => entry);
}

let compared: { names: string; pairs: [string, string][] } | undefined;

/**
 * Finds similar pairs. The result is cached by the list of names, which changes more rarely than the rest of the
 * archive.
 */
async function pairsAmong(list: readonly string[]): Promise<[string, string][]> {
  const names = list.join('\n');
  if (compared?.names === names) return compared.pairs;
  const pairs = await runCooperatively(findSimilarPairsInSteps(list));
  compared = { names, pairs };
  return pairs;
}

type Pair = [PersonMatch, PersonMatch];

/** Pairs of similar names: those that are probably one person, and those that somebody has marked as two people. */
export const loadSimilarPairs = cacheByTables<View, { near: Pair[]; apart: Pair[] }>(
  [...tables, 'person_apart'],
  () => '',
  async (view) => {
    const people = await everyoneAt(view);
    const byName = new Map(people.map((person) => [person.name, person]));
    const found = ({ id, name, shows }: Row): PersonMatch => ({ id, name, also: '', shows });
    // Comparing thousands of names takes a moment, so the result is cached
    const near = await pairsAmong(people.map(({ name }) => name));
    const pairs = near.flatMap(([first, second]): Pair[] => {
      const [a, b] = [byName.get(first), byName.get(second)];
      return a && b ? [[found(a), found(b)]] : [];
    });
    const apart = await loadPairsMarkedDifferent(view.db);
    const areTwo = ([a, b]: Pair) => apart.has(a.id, b.id);
    return { near: pairs.filter((pair) => !areTwo(pair)), apart: pairs.filter(areTwo) };
  },
);

/** Returns the requested page of people, or of pairs of people, whose names have every word of the search. */
export async function loadPeoplePage({ query, ...view }: View & Pick<PageRequest, 'query'>): Promise<PeopleContent> {
  const tableRequest = parseTableQuery(peopleTable, query);
  const about = { type: 'people', title: 'People' } as const;
  const { view: which } = tableRequest.filters;
  if (which === 'near' || which === 'apart') {
    const pairs = (await loadSimilarPairs(view))[which].filter(([a, b]) =>
      fits(fold(`${a.name} ${b.name}`), tableRequest),
    );
    const { from, table } = paginateTable(tableRequest, pairs.length);
    return { ...about, table, people: [], pairs: pairs.slice(from, from + ROWS_PER_PAGE) };
  }
  const people = await listMatchingPeople(view, tableRequest);
  const { from, table } = paginateTable(tableRequest, people.length);
  return { ...about, table, people: await addUserNames(view, people.slice(from, from + ROWS_PER_PAGE)), pairs: [] };
}

/** Returns all people that match the URL's query, in the order requested there. */
export async function listMatchingPeople(view: View, query: PeopleQuery): Promise<Row[]> {
  const all = await (query.by === 'surname' ? registerAt : everyoneAt)(view);
  const people = all.filter(({ key }) => fits(key, query));
  const sorted =
    query.by === 'shows'
      ? people.toSorted((a, b) => a.shows - b.shows)
      : query.by === 'member'
        ? await membersFirst(view, people)
        : people;
  return query.descending ? sorted.toReversed() : sorted;
}

/** Puts linked people before all others. */
async function membersFirst({ db }: Pick<View, 'db'>, people: readonly Row[]): Promise<Row[]> {
  const users = await userNames(db);
  const isMember = ({ id }: Row) => users.has(id);
  const members = inRegister(people.filter(isMember), ({ id }) => users.get(id) ?? '');
  return [...members, ...people.filter((one) => !isMember(one))];
}

type PeopleQuery = TableRequest<typeof peopleTable>;

const fits = (key: string, { words }: PeopleQuery) => words.every((word) => key.includes(word));

export async function addUserNames({ db }: Pick<View, 'db'>, rows: readonly Row[]): Promise<ListedPerson[]> {
  const users = await userNames(db);
  return rows.map(({ key: _, ...person }) => ({ ...person, user: users.get(person.id) ?? '' }));
}

/**
 * Finds the linked users' names. They are read each time, because changing a link doesn't increase the public revision.
 */
async function userNames(db: View['db']): Promise<Map<string, string>> {
  const users = await listLinkedUsers(db);
  return new Map(users.map(({ person_id, firstname, lastname }) => [person_id, `${firstname} ${lastname}`.trim()]));
}
