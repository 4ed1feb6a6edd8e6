import { yearOf } from '#platform/shared/dates.ts';
import { turnTo } from '#platform/shared/paging.ts';
import { sortKey } from '#platform/shared/sort-key.ts';
import { fold } from '#platform/shared/text.ts';
import type { Decade, ListOptions, ListShows, MemberEntry } from './contract.ts';
import { byDecade } from './decades.ts';
import { filter, optionsOf, type TookPart, withinYears } from './filters.ts';
import { type Choices, MOST_ITEMS } from './list-state.ts';
import { relevance, type Searchable } from './ranking.ts';
import { inOrderOf, type Orders, ordersOf } from './sort.ts';

/** How many shows a page of the HTML carries. */
export const SHOWS_A_PAGE = 60;

type AnyShow = ListShows['shows'][number];

/** A whole list prepared once, so that each filter and keystroke is answered from it in a few milliseconds. */
interface Prepared {
  options: ListOptions;
  orders: Orders;
  search: Searchable;
  /** By person's id, and by folded name for addresses typed by hand (two of one name count as either). */
  tookPart: (member: string) => TookPart;
}

/** By the shows of a list, which those who manage them share with everybody. */
const prepared = new WeakMap<ListShows['shows'], Prepared>();

/**
 * The shows that match the choices, in their order. `content` is a whole list, as JSON has it: the first call with it
 * prepares it (about 100 ms for 10,000 shows and 200,000 credits), later ones use that.
 */
export function listShows(content: ListShows, choices: Choices): { shows: AnyShow[]; matches: number } {
  const list = prepare(content);
  const within = withinYears(choices, list.options);
  const passes = filter(within, within.members.map(list.tookPart));
  const searching = within.search.trim() !== '';
  const scores = searching ? relevance(list.search, within.search) : new Float64Array(content.shows.length);
  const numbers = inOrderOf(within.sort, list.orders, scores, (number) => {
    const show = content.shows[number];
    return show !== undefined && (!searching || (scores[number] ?? 0) > 0) && passes(show, number);
  });
  const shows = numbers.flatMap((number) => content.shows[number] ?? []);
  return { shows, matches: shows.length };
}

/** A person with no more shows than this is read at a glance: filters and decades would only be in the way. */
export const GLANCE = 12;

/** Where the decades of a list begin; none where it is short, is within one decade, or has another order. */
export function decadesOf({ person }: ListShows, shows: readonly AnyShow[], { sort }: Choices): Decade[] {
  if (shows.length <= (person ? GLANCE : SHOWS_A_PAGE) || (sort !== 'newest' && sort !== 'oldest')) return [];
  const decades = byDecade(shows).map(({ decade, before }) => ({
    decade,
    page: Math.floor(before / SHOWS_A_PAGE) + 1,
  }));
  return decades.length > 1 ? decades : [];
}

/** What the filters of a list offer: for a part as the server said, for a whole list what is in it. */
export function listOptions(content: ListShows): ListOptions {
  return content.first_view?.options ?? prepare(content).options;
}

/**
 * The part of a whole list that an HTML page carries: the shows of the chosen page (the last one, when there are
 * fewer), the chosen members by name, and what the filters offer.
 */
export function firstView(content: ListShows, choices: Choices): ListShows {
  const { shows, matches } = listShows(content, choices);
  const { items, page, pages } = turnTo(shows, choices.page, SHOWS_A_PAGE);
  const members: Record<string, MemberEntry> = {};
  for (const id of choices.members) {
    const member = own(content.members, id);
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
      decades: decadesOf(content, shows, choices),
      options: carried(listOptions(content)),
    },
  };
}

/** What HTML carries of the filters' options: of a long list the first, which is all that one shows at a time. */
function carried(options: ListOptions): ListOptions {
  const { earliestYear, latestYear, ...lists } = options;
  const first = Object.fromEntries(Object.entries(lists).map(([kind, values]) => [kind, values.slice(0, MOST_ITEMS)]));
  return { ...options, ...first };
}

/** The person an address names; undefined when it is nobody of this list. */
export function memberOf(content: ListShows, id: string): MemberEntry | undefined {
  return own(content.members, id);
}

function prepare(content: ListShows): Prepared {
  const steps = prepareInSteps(content);
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}

/** Prepares a whole list, if nobody has, in steps of some 20 ms for 10,000: for a server that has others to answer. */
export function* prepareInSteps(content: ListShows): Generator<undefined, Prepared> {
  const { shows, members } = content;
  const known = prepared.get(shows);
  if (known) return known;
  const numbers = new Map(shows.map((show, number) => [show.id, number]));
  const people: { name: string; shows: Uint32Array }[] = [];
  for (const { name, also_known_as, shows: theirs } of Object.values(members)) {
    if (people.length % 1000 === 0) yield;
    const took = Uint32Array.from(theirs.flatMap((id) => numbers.get(id) ?? []));
    for (const one of [name, ...also_known_as]) people.push({ name: fold(one), shows: took });
  }
  const foldedOnce = remember(fold);
  yield;
  const options = optionsOf(shows);
  yield;
  const keyed = shows.map(({ id, date, title }) => ({ id, date, titleKey: sortKey(title) }));
  yield;
  const orders = ordersOf(keyed);
  yield;
  const titles = shows.map((show) => foldedOnce(show.title));
  yield;
  const authors = shows.map((show) => foldedOnce(show.author));
  yield;
  const list: Prepared = {
    options,
    orders,
    search: {
      titles,
      authors,
      settings: shows.map(({ venue, company }) => foldedOnce(`${venue} ${company}`)),
      years: shows.map(({ date }) => yearOf(date)),
      people,
    },
    tookPart: (chosen) => {
      const member = own(members, chosen);
      if (member) return new Set(member.shows.flatMap((id) => numbers.get(id) ?? []));
      const name = fold(chosen);
      return new Set(people.filter((person) => person.name === name).flatMap((person) => [...person.shows]));
    },
  };
  prepared.set(shows, list);
  yield;
  return list;
}

/** Addresses may use anything as a member's key; "constructor" is nobody. */
function own(members: ListShows['members'], id: string): MemberEntry | undefined {
  return Object.hasOwn(members, id) ? members[id] : undefined;
}

function remember(compute: (text: string) => string): (text: string) => string {
  const results = new Map<string, string>();
  return (text) => {
    const result = results.get(text) ?? compute(text);
    results.set(text, result);
    return result;
  };
}
