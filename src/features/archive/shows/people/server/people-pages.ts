import { isAnonymousName } from '#features/society/accounts/contract.ts';
import { isActiveAccountSql, mayUse, usersView } from '#features/society/accounts/server/index.ts';
import { runCooperatively, yieldToEventLoop } from '#platform/server/background/event-loop.ts';
import { cacheByTables } from '#platform/server/database/cache/table-changes.ts';
import type { DbReader, DbTransaction } from '#platform/server/database/index.ts';
import { type AdminTodoSource, formatCount, type Services } from '#platform/server/feature/feature.ts';
import { createCsvResponse } from '#platform/server/http/response/csv-response.ts';
import type { FreshResponse } from '#platform/server/http/response/response-cache.ts';
import type { RouteRegistry } from '#platform/server/http/route-registry.ts';
import type { PageRequest } from '#platform/server/http/routes/page.ts';
import { formatDate, type Instant } from '#platform/shared/dates/dates.ts';
import {
  listTableQueryKeys,
  parseTableQuery,
  ROWS_PER_PAGE,
  resolveTablePage,
  type TableRequest,
} from '#platform/shared/tables/table.ts';
import { foldText } from '#platform/shared/text/text.ts';
import type { EditPersonContent, ListedPerson, PeopleContent, PersonMatch } from '../contract.ts';
import { peopleTable } from '../people-table.ts';
import { buildNameKey, findSimilarNamePairsInSteps } from '../similar-names.ts';
import { distinguishNamesakes, loadPeopleIndex } from './people-index.ts';
import {
  countShowsByPerson,
  findMergeTarget,
  findPerson,
  listAllNames,
  listMergedPeople,
  listPersonCredits,
  listPersonIdsShowingNewNameOnly,
  loadMerges,
  resolveCurrentPersonId,
} from './store.ts';
import { findLinkedUser, findOtherPrintedName, listLinkedUsers, mayChangeCreditStyle } from './user-persons.ts';

/** Pairs of similar names that somebody has marked as different people. */
interface PairsMarkedDifferent {
  has: (one: string, other: string) => boolean;
}

export async function loadPairsMarkedDifferent(db: DbReader): Promise<PairsMarkedDifferent> {
  const rows = await db.selectFrom('person_apart').select(['person_id', 'other_id']).execute();
  const pairs = new Set(rows.map(({ person_id, other_id }) => `${person_id} ${other_id}`));
  return { has: (one, other) => pairs.has(inOrder(one, other).join(' ')) };
}

/** Marks two people as different, or, if `since` is null, removes the mark. Repeating the call changes nothing. */
export async function setPairMarkedDifferent(
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

/** Lists everyone by name. The list is built once after each change of people or credits. */
const loadEveryone = cacheByTables<View, Row[]>(
  tables,
  () => '',
  async ({ db }) => {
    const merged = await loadMerges(db);
    const counts = new Map((await countShowsByPerson(db)).map(({ person_id, shows }) => [person_id, Number(shows)]));
    const rows = await listAllNames(db);
    const others = Map.groupBy(
      rows.filter(({ id }) => merged.has(id)),
      ({ id }) => resolveCurrentPersonId(merged, id),
    );
    const everyone: Row[] = [];
    for (const { id, name } of rows) {
      if (merged.has(id)) continue;
      const also = (others.get(id) ?? []).map((other) => other.name);
      everyone.push({ id, name, shows: counts.get(id) ?? 0, also, user: '', key: foldText([name, ...also].join(' ')) });
      await yieldToEventLoop();
    }
    return everyone;
  },
);

/** Lists everyone by surname. */
const loadEveryoneBySurname = cacheByTables<View, Row[]>(
  tables,
  () => '',
  async (view) => sortByLastWord(await loadEveryone(view), ({ name }) => name),
);

/** Sorts by the last word of a name, then by the whole name. */
function sortByLastWord<Entry>(entries: readonly Entry[], nameOf: (entry: Entry) => string): Entry[] {
  const keyed = entries.map((entry) => {
    const name = foldText(nameOf(entry));
    return { entry, key: `${name.slice(name.lastIndexOf(' ') + 1)} ${name}` };
  });
  return keyed.sort((a, b) => (a.key < b.key ? -1 : Number(a.key > b.key))).map(({ entry }) => entry);
}

let compared: { names: string; pairs: [string, string][] } | undefined;

/**
 * Finds pairs of similar names. The result is cached until the list of names changes, which happens more rarely than
 * other changes to the archive.
 */
async function findSimilarPairsCached(list: readonly string[]): Promise<[string, string][]> {
  const names = list.join('\n');
  if (compared?.names === names) return compared.pairs;
  const pairs = await runCooperatively(findSimilarNamePairsInSteps(list));
  compared = { names, pairs };
  return pairs;
}

type Pair = [PersonMatch, PersonMatch];

/** Returns every pair of the items. */
const pairUp = <Item>(items: readonly Item[]): [Item, Item][] =>
  items.flatMap((one, index) => items.slice(index + 1).map((other): [Item, Item] => [one, other]));

/**
 * Loads the pairs of equal or similar names: those that are probably one person, and those that somebody has marked as
 * different people.
 */
const loadSimilarPairs = cacheByTables<View, { near: Pair[]; apart: Pair[] }>(
  [...tables, 'person_apart'],
  () => '',
  async (view) => {
    const people = await loadEveryone(view);
    // Of names that differ only in case, `findSimilarPairsCached` returns only one
    const byKey = Map.groupBy(people, ({ name }) => buildNameKey(name));
    const found = ({ id, name, shows }: Row): PersonMatch => ({ id, name, also: '', shows });
    // Comparing thousands of names takes a moment, so the result is cached
    const near = await findSimilarPairsCached(people.map(({ name }) => name));
    // Erased people may all be called “A member”
    const equal = [...byKey.values()].filter(([one]) => one && !isAnonymousName(one.name)).flatMap(pairUp);
    const similar = near.flatMap(([first, second]) => {
      const [some, others] = [byKey.get(buildNameKey(first)) ?? [], byKey.get(buildNameKey(second)) ?? []];
      return some.flatMap((a) => others.map((b): [Row, Row] => [a, b]));
    });
    const pairs = [...equal, ...similar].map(([a, b]): Pair => [found(a), found(b)]);
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
      matchesWords(foldText(`${a.name} ${b.name}`), tableRequest),
    );
    const { from, table } = resolveTablePage(tableRequest, pairs.length);
    const index = await loadPeopleIndex(view);
    const shown = pairs.slice(from, from + ROWS_PER_PAGE);
    const people = new Map(
      (await distinguishNamesakes(view.db, index, shown.flat())).map((person) => [person.id, person]),
    );
    const withCareers = shown.map(([a, b]): Pair => [people.get(a.id) ?? a, people.get(b.id) ?? b]);
    return { ...about, table, people: [], pairs: withCareers };
  }
  const people = await listMatchingPeople(view, tableRequest);
  const { from, table } = resolveTablePage(tableRequest, people.length);
  return { ...about, table, people: await loadListedPeople(view, people.slice(from, from + ROWS_PER_PAGE)), pairs: [] };
}

/** Returns all people that match the URL's query, in the order requested there. */
export async function listMatchingPeople(view: View, query: PeopleQuery): Promise<Row[]> {
  const all = await (query.by === 'surname' ? loadEveryoneBySurname : loadEveryone)(view);
  const people = all.filter(({ key }) => matchesWords(key, query));
  const sorted =
    query.by === 'shows'
      ? people.toSorted((a, b) => a.shows - b.shows)
      : query.by === 'member'
        ? await sortMembersFirst(view, people)
        : people;
  return query.descending ? sorted.toReversed() : sorted;
}

/** Puts people who are linked to a user first, sorted by the user's last name. The order of the others stays. */
async function sortMembersFirst({ db }: Pick<View, 'db'>, people: readonly Row[]): Promise<Row[]> {
  const users = await findUserNames(db);
  const isMember = ({ id }: Row) => users.has(id);
  const members = sortByLastWord(people.filter(isMember), ({ id }) => users.get(id) ?? '');
  return [...members, ...people.filter((one) => !isMember(one))];
}

type PeopleQuery = TableRequest<typeof peopleTable>;

const matchesWords = (key: string, { words }: PeopleQuery) => words.every((word) => key.includes(word));

export async function loadListedPeople({ db }: Pick<View, 'db'>, rows: readonly Row[]): Promise<ListedPerson[]> {
  const users = await findUserNames(db);
  return rows.map(({ key: _, ...person }) => ({ ...person, user: users.get(person.id) ?? '' }));
}

/**
 * Finds the linked users' names. They are read each time, because changing a link doesn't increase the public revision.
 */
async function findUserNames(db: View['db']): Promise<Map<string, string>> {
  const users = await listLinkedUsers(db);
  return new Map(users.map(({ person_id, firstname, lastname }) => [person_id, `${firstname} ${lastname}`.trim()]));
}

const access = mayUse('admin');

type Person = NonNullable<Awaited<ReturnType<typeof findPerson>>>;

declare module '#platform/server/feature/feature.ts' {
  interface Contributions {
    /** Functions that return true if the site names a person, who then has a page there. */
    publicPeople: readonly ((db: DbReader, personId: string) => Promise<boolean>)[];
  }
}

/** Registers the pages that manage people: their names, their credits and their linked user. */
export function registerPeoplePages({ page, resource }: RouteRegistry, services: Pick<Services, 'all'>): void {
  page(
    '/members/admin/people',
    { type: 'people', access, query: listTableQueryKeys(peopleTable) },
    (visit): Promise<PeopleContent> => loadPeoplePage(visit),
  );

  page('/members/admin/people/:id', { type: 'edit_person', access, load: personOf }, buildEditPersonPage(services));
  resource('/members/admin/people.csv', { access, query: listTableQueryKeys(peopleTable) }, exportPeople);
}

const buildEditPersonPage =
  (services: Pick<Services, 'all'>) =>
  async (visit: PageRequest<Person>): Promise<EditPersonContent> => {
    const { db, subject: person } = visit;
    const { id, name, credit_style, credit_style_by } = person;
    const current = await findMergeTarget(db, id);
    const user = await findLinkedUser(db, id);
    const index = await loadPeopleIndex(visit);
    const apart = await loadPairsMarkedDifferent(db);
    const namesakes = isAnonymousName(name) ? [] : index.resolveName(name).namesakes;
    // A map, because the same person may be found both as a namesake and by a similar former name
    const near = new Map([...namesakes, ...index.findSimilar(name)].map((other) => [other.id, other]));
    return {
      type: 'edit_person',
      title: name,
      person: {
        ...{ id, name, credit_style, credit_style_by },
        can_change_style: mayChangeCreditStyle(person, visit.visitor),
      },
      old_name: await findOtherPrintedName(db, person),
      kept: current ? { id: current.id, name: current.name } : null,
      merged: await listMergedPeople(db, id),
      user: user ? { name: `${user.firstname} ${user.lastname}`.trim(), email: user.email } : null,
      members: user || current ? [] : await listMembers(db),
      credits: (await listPersonCredits(db, id)).map(({ date_precision, archived_at, ...credit }) => ({
        ...credit,
        archived: archived_at !== null,
        date: formatDate(credit.date, date_precision),
      })),
      near: await distinguishNamesakes(
        db,
        index,
        [...near.values()].filter((other) => other.id !== id && other.id !== current?.id && !apart.has(id, other.id)),
      ),
      is_on_site: await isPublicPerson(db, id, services),
    };
  };

async function isPublicPerson(db: DbReader, id: string, { all }: Pick<Services, 'all'>): Promise<boolean> {
  for (const isPublic of all('publicPeople')) {
    if (await isPublic(db, id)) return true;
  }
  return false;
}

async function exportPeople(visit: PageRequest): Promise<FreshResponse> {
  const people = await loadListedPeople(
    visit,
    await listMatchingPeople(visit, parseTableQuery(peopleTable, visit.query)),
  );
  // An exported file may be passed on, so people whose credits show only their present name appear in the file only
  // with that name
  const newOnly = await listPersonIdsShowingNewNameOnly(visit.db);
  const rows = people.map(({ id, name, also, shows, user }) => [
    ...[name, newOnly.has(id) ? '' : also.join('; '), `${shows}`, user],
  ]);
  return createCsvResponse('people.csv', [['name', 'also known as', 'shows', 'member'], ...rows]);
}

/** Lists everybody with an active account, by last name. */
async function listMembers(db: DbReader): Promise<EditPersonContent['members']> {
  const users = await usersView(db)
    .where(isActiveAccountSql)
    .orderBy('lastname')
    .orderBy('firstname')
    .orderBy('id')
    .execute();
  return users.map(({ id, firstname, lastname, email }) => ({ id, name: `${firstname} ${lastname}`.trim(), email }));
}

const personOf = ({ db, params }: PageRequest) => findPerson(db, params.id ?? '');

/** Counts pairs of names that are probably one person. */
export const similarNamesTodo: AdminTodoSource = {
  tool: '/members/admin/people',
  waiting: async (visit) => {
    const { length } = (await loadSimilarPairs(visit)).near;
    if (length === 0) return [];
    const words = formatCount(length, 'pair of names may be one person', 'pairs of names may each be one person');
    return [{ words, link: '/members/admin/people?view=near' }];
  },
};
