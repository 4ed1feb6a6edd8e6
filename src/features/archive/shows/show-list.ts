import { type CalendarDate, getYear } from '#platform/shared/dates/dates.ts';
import { paginate } from '#platform/shared/tables/paging.ts';
import { toSortKey } from '#platform/shared/text/sort-key.ts';
import { foldText } from '#platform/shared/text/text.ts';
import type { Decade, PersonFilterEntry, ShowEntry, ShowFilterOptions, ShowListContent } from './contract.ts';
import { findDecadeStarts } from './decades.ts';
import { MAX_FILTER_ITEMS, SHOW_FILTER_KINDS, type ShowListQuery } from './list-state.ts';
import {
  createSortOrderLookup,
  filterAndSortIndexes,
  isSortedNewestFirst,
  type SearchableShow,
  type ShowSearchIndex,
  type SortableShow,
  type SortOrderLookup,
  scoreShows,
} from './show-order.ts';

/** The fields of a show that filters use. */
interface FilterableShow {
  date: CalendarDate;
  season: string;
  genre: string;
  show_type: string;
  company: string;
  venue: string;
}

/** A chosen member's shows, as indexes in the list. */
type ShowNumberSet = ReadonlySet<number>;

/**
 * Returns a function that tests if the show at an index passes the filters. A filter for genre, season, show type,
 * company or venue matches if the show has any of its chosen values. All chosen members must have taken part: choosing
 * two people finds the shows that both were in. A show belongs to the year of its last performance.
 */
function createShowFilter(
  choices: ShowListQuery,
  members: readonly ShowNumberSet[],
): (show: FilterableShow, number: number) => boolean {
  const chosen = FILTER_FIELDS.filter(([kind]) => choices[kind].length > 0);
  const { from, to } = choices;
  const isWithin = (year: number) => (from ?? year) <= year && (to ?? year) >= year;
  return (show, number) =>
    chosen.every(([kind, field]) => choices[kind].includes(show[field])) &&
    ((from === null && to === null) || isWithin(getYear(show.date))) &&
    members.every((tookPart) => tookPart.has(number));
}

/** Pairs of a filter and a field: the filter's chosen values are compared with this field of a show. */
const FILTER_FIELDS = [
  ['genres', 'genre'],
  ['seasons', 'season'],
  ['showTypes', 'show_type'],
  ['companies', 'company'],
  ['venues', 'venue'],
] as const;

/**
 * Replaces each chosen year outside the list's years with the nearest of these years. An open end stays open; for a
 * list without shows, nothing is replaced.
 */
export function clampYears(choices: ShowListQuery, { earliestYear, latestYear }: ShowFilterOptions): ShowListQuery {
  if (latestYear === 0) return choices;
  const clamp = (year: number | null) => (year === null ? null : Math.min(Math.max(year, earliestYear), latestYear));
  return { ...choices, from: clamp(choices.from), to: clamp(choices.to) };
}

/** Builds the filter options for these shows. Without shows both years are 0. */
function buildFilterOptions(shows: readonly FilterableShow[]): ShowFilterOptions {
  const lists = Object.fromEntries(
    FILTER_FIELDS.map(([kind, field]) => {
      const values = new Set(shows.map((show) => show[field]).filter(Boolean));
      const keyed = [...values].map((value) => ({ value, key: optionKey(value) }));
      return [kind, keyed.sort(compareKeyed).map(({ value }) => value)];
    }),
  );
  const years = [...new Set(shows.map(({ date }) => getYear(date)))].sort((a, b) => a - b);
  return {
    ...(lists as Record<(typeof FILTER_FIELDS)[number][0], string[]>),
    earliestYear: years[0] ?? 0,
    latestYear: years.at(-1) ?? 0,
  };
}

const YEAR_ROUND = ['spring', 'summer', 'autumn', 'winter'];

/** Returns a sort key: options are sorted A to Z, after the four seasons in the order of the year. */
function optionKey(value: string): string {
  const key = toSortKey(value);
  const season = YEAR_ROUND.indexOf(key);
  return season < 0 ? key : `${season}`;
}

interface Keyed {
  value: string;
  key: string;
}

const compareKeyed = (one: Keyed, other: Keyed) =>
  one.key < other.key ? -1 : one.key > other.key ? 1 : one.value < other.value ? -1 : 1;

/** The maximum number of shows on an HTML page. */
export const SHOWS_PER_PAGE = 60;

type AnyShow = ShowListContent['shows'][number];

/** A whole list, prepared once so that later filters and keystrokes take a few milliseconds. */
interface Prepared {
  /** Each part is computed on first use: most visitors look at the list without choosing anything. */
  options: () => ShowFilterOptions;
  isNewestFirst: () => boolean;
  orders: () => SortOrderLookup;
  search: () => ShowSearchIndex;
  /**
   * Finds a member's shows by the person's id or, for URLs typed by hand, by folded name. A name shared by two people
   * matches both.
   */
  tookPart: (member: string) => ShowNumberSet;
  /** True once `prepareListInSteps` has prepared everything that a search needs. */
  isReady: boolean;
}

/**
 * The prepared lists, by their array of shows. The managers' list of past shows has the same array as everybody else's.
 */
const prepared = new WeakMap<ShowListContent['shows'], Prepared>();

/** Returns true if the choices are those of the whole list: all shows, newest first. */
const isWholeList = ({ search, from, to, sort, ...choices }: ShowListQuery): boolean =>
  search.trim() === '' &&
  from === null &&
  to === null &&
  sort === 'newest' &&
  SHOW_FILTER_KINDS.every((kind) => choices[kind].length === 0);

/**
 * Finds the shows that match the choices, in the chosen order. `content` is a whole list, as in JSON: the first call
 * prepares the list (about 100 ms for 10,000 shows and 200,000 credits); later calls reuse it.
 */
export function findMatchingShows(
  content: ShowListContent,
  choices: ShowListQuery,
): { shows: readonly AnyShow[]; matches: number } {
  const list = prepare(content);
  if (isWholeList(choices) && list.isNewestFirst()) return { shows: content.shows, matches: content.shows.length };
  const within = clampYears(choices, list.options());
  const passes = createShowFilter(within, within.members.map(list.tookPart));
  const searching = within.search.trim() !== '';
  const scores = searching ? scoreShows(list.search(), within.search) : new Float64Array(content.shows.length);
  const numbers = filterAndSortIndexes(within.sort, list.orders(), scores, (number) => {
    const show = content.shows[number];
    return show !== undefined && (!searching || (scores[number] ?? 0) > 0) && passes(show, number);
  });
  const shows = numbers.flatMap((number) => content.shows[number] ?? []);
  return { shows, matches: shows.length };
}

/** A person's list up to this length has no filters and no decades. */
export const MAX_LIST_LENGTH_WITHOUT_FILTERS = 12;

/** Returns the decades of a list; none if the list is short, covers only one decade, or isn't sorted by date. */
export function listDecades({ person }: ShowListContent, shows: readonly AnyShow[], { sort }: ShowListQuery): Decade[] {
  if (
    shows.length <= (person ? MAX_LIST_LENGTH_WITHOUT_FILTERS : SHOWS_PER_PAGE) ||
    (sort !== 'newest' && sort !== 'oldest')
  )
    return [];
  const decades = findDecadeStarts(shows).map(({ decade, before }) => ({
    decade,
    page: Math.floor(before / SHOWS_PER_PAGE) + 1,
  }));
  return decades.length > 1 ? decades : [];
}

/**
 * Returns the options of a list's filters. If only a part of the list is loaded, these are the options that the server
 * sent; otherwise they are taken from the list.
 */
export function getFilterOptions(content: ShowListContent): ShowFilterOptions {
  return content.first_view?.options ?? prepare(content).options();
}

/**
 * Returns the part of a whole list that an HTML page contains: the shows of the chosen page (or of the last page, if
 * there is no such page), the names of the chosen members, and the filter options.
 */
export function trimShowListForHtml(content: ShowListContent, choices: ShowListQuery): ShowListContent {
  const { shows, matches } = findMatchingShows(content, choices);
  const { items, page, pages } = paginate(shows, choices.page, SHOWS_PER_PAGE);
  const members: Record<string, PersonFilterEntry> = {};
  for (const id of choices.members) {
    const member = findOwnMember(content.members, id);
    if (member) members[id] = { ...member, shows: [] };
  }
  return {
    ...content,
    shows: items,
    members,
    first_view: {
      page,
      pages,
      matches,
      total: content.shows.length,
      decades: listDecades(content, shows, choices),
      options: limitFilterOptions(getFilterOptions(content)),
    },
  };
}

/** Returns the filter options for the HTML. Of a long list, only as many options are sent as a filter shows at once. */
function limitFilterOptions(options: ShowFilterOptions): ShowFilterOptions {
  const { earliestYear, latestYear, ...lists } = options;
  const first = Object.fromEntries(
    Object.entries(lists).map(([kind, values]) => [kind, values.slice(0, MAX_FILTER_ITEMS)]),
  );
  return { ...options, ...first };
}

/** Returns the data that a search in a whole list reads: always the same object for the same list. */
export const getShowSearchIndex = (content: ShowListContent): ShowSearchIndex => prepare(content).search();

/** Finds the person with an id from a URL; undefined if the person isn't in this list. */
export function findMember(content: ShowListContent, id: string): PersonFilterEntry | undefined {
  return findOwnMember(content.members, id);
}

function prepare(content: ShowListContent): Prepared {
  const { shows, members } = content;
  return memoise(prepared, shows, () => {
    const known = once(() => shows.map(knownOf));
    const numbers = once(() => new Map(shows.map((show, number) => [show.id, number])));
    const people = once(() => {
      const named = Object.values(members).flatMap((member) => foldedNames(member).map((name) => ({ name, member })));
      return { names: named.map(({ name }) => name), whose: named.map(({ member }) => member) };
    });
    const took = new Map<PersonFilterEntry, Uint32Array>();
    const partOf = (member: PersonFilterEntry) =>
      memoise(took, member, () => Uint32Array.from(member.shows.flatMap((id) => numbers().get(id) ?? [])));
    const showsOf = (name: number) => {
      const member = people().whose[name];
      return member ? partOf(member) : new Uint32Array();
    };
    return {
      options: once(() => buildFilterOptions(shows)),
      isNewestFirst: once(() => isSortedNewestFirst(shows, knownOf)),
      orders: once(() => createSortOrderLookup(known())),
      search: once(() => ({ shows: known(), names: people().names, showsOf })),
      tookPart: (chosen) => {
        const member = findOwnMember(members, chosen);
        if (member) return new Set(partOf(member));
        const sought = foldText(chosen);
        return new Set(people().names.flatMap((name, number) => (name === sought ? [...showsOf(number)] : [])));
      },
      isReady: false,
    };
  });
}

/** The number of rows prepared in one step. */
const AT_ONCE = 1000;

/**
 * Prepares a whole list for these choices in steps of some milliseconds, so that a server can handle other requests in
 * between. Choices that leave the list whole need only its filter options. Does nothing if the list is prepared already.
 */
export function* prepareListInSteps(content: ShowListContent, choices?: ShowListQuery): Generator<undefined, void> {
  const list = prepare(content);
  if (list.isReady) return;
  list.options();
  yield;
  if (choices && isWholeList(choices)) return;
  for (const [at, show] of content.shows.entries()) {
    knownOf(show);
    if (at % AT_ONCE === 0) yield;
  }
  for (const [at, member] of Object.values(content.members).entries()) {
    foldedNames(member);
    if (at % AT_ONCE === 0) yield;
  }
  list.search();
  yield;
  list.isReady = true;
}

/** The fields of a show that search and order need. */
interface Known extends SortableShow, SearchableShow {}

const knownShows = new WeakMap<AnyShow, Known>();

const knownOf = (show: AnyShow): Known =>
  memoise(knownShows, show, () => ({
    id: show.id,
    date: show.date,
    title_key: toSortKey(show.title),
    title: foldText(show.title),
    author: foldedOnce(show.author),
    setting: foldedOnce(`${show.venue} ${show.company}`),
    year: getYear(show.date),
  }));

const namesOfMembers = new WeakMap<PersonFilterEntry, string[]>();

const foldedNames = (member: PersonFilterEntry): string[] =>
  memoise(namesOfMembers, member, () => [member.name, ...member.also_known_as].map(foldText));

/** Finds a member by a key from a URL. The key may be any text; "constructor" finds nobody. */
function findOwnMember(members: ShowListContent['members'], id: string): PersonFilterEntry | undefined {
  return Object.hasOwn(members, id) ? members[id] : undefined;
}

/** Folded texts are cached, because many shows have the same author or venue. */
const folded = new Map<string, string>();
const MAX_FOLDED = 5000;

function foldedOnce(text: string): string {
  if (folded.size >= MAX_FOLDED) folded.clear();
  return memoise(folded, text, () => foldText(text));
}

function once<Made>(make: () => Made): () => Made {
  let made: { it: Made } | undefined;
  return () => {
    made ??= { it: make() };
    return made.it;
  };
}

interface Memory<Of, Made> {
  get(of: Of): Made | undefined;
  set(of: Of, made: Made): unknown;
}

function memoise<Of, Made>(memory: Memory<Of, Made>, of: Of, make: () => Made): Made {
  const known = memory.get(of);
  if (known !== undefined) return known;
  const made = make();
  memory.set(of, made);
  return made;
}

/**
 * Returns the show type of more than half of the shows, and of at least two, so that only other types have to be shown;
 * "" if there is none.
 */
export function findUsualShowType(shows: readonly Pick<ShowEntry, 'show_type'>[]): string {
  for (const [type, alike] of Map.groupBy(shows, ({ show_type }) => show_type)) {
    if (alike.length > 1 && alike.length * 2 > shows.length) return type;
  }
  return '';
}
