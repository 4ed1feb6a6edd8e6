import { mayUse } from '#features/society/accounts/server/index.ts';
import { readSettings } from '#features/society/settings/server/index.ts';
import { runCooperatively, yieldToEventLoop } from '#platform/server/background/event-loop.ts';
import type { Id } from '#platform/server/crypto/ids.ts';
import { cacheByTables } from '#platform/server/database/cache/table-changes.ts';
import type { DbReader } from '#platform/server/database/index.ts';
import type { SearchEntry } from '#platform/server/feature/feature.ts';
import type { RouteRegistry } from '#platform/server/http/route-registry.ts';
import { type CallHandler, ok } from '#platform/server/http/routes/call.ts';
import type { PageRequest } from '#platform/server/http/routes/page.ts';
import { type CalendarDate, formatLocalDate, getYear, isPast, type Precision } from '#platform/shared/dates/dates.ts';
import { formatIsoWithOffset } from '#platform/shared/dates/local-time.ts';
import { cleanQueryText, foldText } from '#platform/shared/text/text.ts';
import { personPath } from '../../paths.ts';
import { findNameMatches, findPeople, type NameMatches, type PersonMatch, type PersonMatches } from '../contract.ts';
import { buildNameKey, createSimilarNameFinderInSteps } from '../similar-names.ts';
import {
  countShowsByPerson,
  findCareers,
  listAllNames,
  listPersonCreationDates,
  loadMerges,
  resolveCurrentPersonId,
} from './store.ts';

type View = Pick<PageRequest, 'db' | 'revision'>;

interface PeopleIndex {
  find: (typed: string) => PersonMatches;
  resolveName: (name: string) => NameMatches;
  /** Finds other people with a similar name. */
  findSimilar: (name: string) => PersonMatch[];
  /** The ids of people whose present name somebody else has too. */
  namesakes: ReadonlySet<Id>;
}

const maxMatches = 8;

/**
 * Loads an index of everyone, including the names of people merged into them. It is built once after each change of
 * people or credits.
 */
export const loadPeopleIndex = cacheByTables<View, PeopleIndex>(
  ['person', 'person_merge', 'credit'],
  () => '',
  async ({ db }) => {
    const merged = await loadMerges(db);
    const counts = new Map((await countShowsByPerson(db)).map(({ person_id, shows }) => [person_id, Number(shows)]));
    const rows = await listAllNames(db);
    const byId = new Map(rows.map((row) => [row.id, row]));
    const named: { person: PersonMatch; written: string; key: string }[] = [];
    for (const row of rows) {
      const current = resolveCurrentPersonId(merged, row.id);
      const name = byId.get(current)?.name ?? row.name;
      const person: PersonMatch = {
        id: current,
        name,
        also: current === row.id ? '' : row.name,
        shows: counts.get(current) ?? 0,
      };
      named.push({ person, written: row.name, key: foldText(row.name) });
      await yieldToEventLoop();
    }
    const present = new Map<string, PersonMatch[]>();
    const former = new Map<string, PersonMatch[]>();
    for (const { person, written } of named) {
      const group = person.also === '' ? present : former;
      const key = buildNameKey(written);
      const same = group.get(key);
      if (same) same.push(person);
      else group.set(key, [person]);
      await yieldToEventLoop();
    }
    /** Lists the people who have this name; if nobody has it now, those who had it. */
    const listNamed = (name: string) => {
      const key = buildNameKey(name);
      return present.get(key) ?? withoutDuplicates(former.get(key) ?? []);
    };
    const names = await runCooperatively(createSimilarNameFinderInSteps(rows.map(({ name }) => name)));
    const near = (name: string) => withoutDuplicates(names(name).flatMap(listNamed)).slice(0, maxMatches);
    return {
      find: (typed) => {
        const sought = foldText(typed);
        const words = sought.split(' ');
        if (sought === '') return { people: [], more: 0, near: [] };
        const fitting = named.filter(({ key }) => words.every((word) => key.includes(word)));
        const begins = (key: string) => (key.startsWith(sought) ? 0 : key.includes(` ${sought}`) ? 1 : 2);
        const matches = withoutDuplicates(
          fitting.sort((a, b) => begins(a.key) - begins(b.key)).map(({ person }) => person),
        );
        const people = matches.slice(0, maxMatches);
        const there = new Set(people.map(({ id }) => id));
        return { people, more: matches.length - people.length, near: near(typed).filter(({ id }) => !there.has(id)) };
      },
      findSimilar: near,
      resolveName: (name) => {
        const [exact, ...others] = listNamed(name);
        if (!exact) return { name, exact: null, namesakes: [], near: near(name) };
        return others.length === 0
          ? { name, exact, namesakes: [], near: [] }
          : { name, exact: null, namesakes: [exact, ...others], near: [] };
      },
      namesakes: new Set(
        [...present.values()].flatMap((people) => (people.length > 1 ? people.map(({ id }) => id) : [])),
      ),
    };
  },
);

function withoutDuplicates(people: readonly PersonMatch[]): PersonMatch[] {
  const seen = new Set<string>();
  return people.filter(({ id }) => !seen.has(id) && seen.add(id));
}

/**
 * Adds to namesakes what distinguishes them: the years and the latest of their shows; if these are the same or missing,
 * the day on which they were added; and if that is the same too, a number.
 */
export async function distinguishNamesakes(
  db: DbReader,
  { namesakes }: Pick<PeopleIndex, 'namesakes'>,
  people: readonly PersonMatch[],
): Promise<PersonMatch[]> {
  const nameKeys = new Map(people.flatMap(({ id, name }) => (namesakes.has(id) ? [[id, buildNameKey(name)]] : [])));
  if (nameKeys.size === 0) return [...people];
  const careers = await findCareers(db, [...nameKeys.keys()]);
  const texts = new Map([...nameKeys.keys()].map((id) => [id, formatCareer(careers.get(id))]));
  /** Groups the namesakes by name and text. Nothing tells the people of one group apart yet. */
  const listAlike = () => [...Map.groupBy(texts.keys(), (id) => `${nameKeys.get(id)} ${texts.get(id)}`).values()];
  const unclear = listAlike().filter(([id = '', ...others]) => others.length > 0 || texts.get(id) === '');
  for (const [id, day] of await findDaysAdded(db, unclear.flat()))
    texts.set(id, [texts.get(id), `added on ${day}`].filter(Boolean).join(', '));
  for (const alike of listAlike()) {
    if (alike.length > 1)
      for (const [index, id] of alike.entries()) texts.set(id, `${texts.get(id)}, no. ${index + 1}`);
  }
  return people.map((person) => {
    const career = texts.get(person.id);
    return career === undefined ? person : { ...person, career };
  });
}

/** Finds the days on which these people were added: "3 May 2024". */
async function findDaysAdded(db: DbReader, ids: readonly Id[]): Promise<[Id, string][]> {
  if (ids.length === 0) return [];
  const { timeZone } = await readSettings(db);
  const rows = await listPersonCreationDates(db, ids);
  return rows.map(({ id, created_at }) => [id, formatLocalDate(formatIsoWithOffset(created_at, timeZone))]);
}

function formatCareer(career: { first: CalendarDate; last: CalendarDate; title: string } | undefined): string {
  if (!career) return '';
  const { first, last, title } = career;
  const [from, to] = [getYear(first), getYear(last)];
  return from === to ? `${to}, in ${title}` : `${from} to ${to}, last in ${title}`;
}

// Show editors add people to shows; people with Admin Tools also tag people in photographs and merge them
const access = mayUse('admin', 'shows_write');

/** Registers the calls that look people up by name: while a user types, and for the names in a pasted programme. */
export function registerPeopleSearchRoutes({ call }: RouteRegistry): void {
  call(findPeople, { access }, searchPeople);
  call(findNameMatches, { access }, lookUpNames);
}

const searchPeople: CallHandler<typeof findPeople> = async (request) => {
  const index = await loadPeopleIndex(request);
  const { people, more, near } = index.find(cleanQueryText(request.query.get('q') ?? ''));
  return ok('People who match that name.', {
    people: await distinguishNamesakes(request.db, index, people),
    more,
    near: await distinguishNamesakes(request.db, index, near),
  });
};

const lookUpNames: CallHandler<typeof findNameMatches> = async (request) => {
  const index = await loadPeopleIndex(request);
  const names: NameMatches[] = [];
  for (const name of request.body.names) {
    const { namesakes, near, ...resolved } = index.resolveName(name);
    names.push({
      ...resolved,
      namesakes: await distinguishNamesakes(request.db, index, namesakes),
      near: await distinguishNamesakes(request.db, index, near),
    });
    await yieldToEventLoop();
  }
  return ok('Names looked up.', { names });
};

/**
 * Formats the number of a person's past shows, and their first and last years: "33 shows, 1974 to 2026"; "" for none.
 * Years alone, after a name, would read as those of a birth and a death.
 */
function formatPastShows(past: readonly { date: CalendarDate }[]): string {
  if (past.length === 0) return '';
  let [first, last] = [9999, 0];
  for (const { date } of past) {
    const year = getYear(date);
    if (year < first) first = year;
    if (year > last) last = year;
  }
  if (past.length === 1) return `One show, in ${last}`;
  return `${past.length} shows, ${first < last ? `${first} to ${last}` : last}`;
}

const listFormat = new Intl.ListFormat('en-GB');

/**
 * Returns a person's entry in the site search: their name, the number and years of their shows up to this day, their
 * other printed names, and their roles on stage.
 */
export function toPersonSearchEntry(
  { id, name, also }: { id: Id; name: string; also: readonly string[] },
  theirs: readonly { cancelled: boolean; date: CalendarDate; date_precision: Precision }[],
  day: CalendarDate,
  roles: SearchEntry['roles'],
): SearchEntry {
  const past = theirs.filter(({ cancelled, date, date_precision }) => !cancelled && isPast(date, date_precision, day));
  const detail = [formatPastShows(past), also.length > 0 && `also known as ${listFormat.format(also)}`]
    .filter(Boolean)
    .join(', ');
  return {
    type: 'member',
    title: name,
    href: personPath(id, name),
    detail,
    also: [...also],
    ...(roles && { roles }),
    poster: '',
  };
}
