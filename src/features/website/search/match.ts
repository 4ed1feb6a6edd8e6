import { paginate } from '#platform/shared/tables/paging.ts';
import { parseSearchTerms, scoreWordMatch, termWeight, WHOLE_WORD } from '#platform/shared/text/search-terms.ts';
import { fold } from '#platform/shared/text/text.ts';
import type { ResultKind, SearchContent, SearchItem } from './contract.ts';
import { RESULT_KINDS, type SearchQuery } from './search-query.ts';

/** The number of results of each kind on the first page, and of one kind on each of its pages. */
export const RESULTS_PER_KIND = 8;
export const RESULTS_PER_PAGE = 60;

const IN_TITLE = 3;
const IN_ALSO = 2;
const IN_TYPE = 1;

/** The everyday names of each type. A half-typed word doesn't count yet. */
const TYPE_NAMES: Record<ResultKind, ReadonlySet<string>> = {
  show: new Set(['show', 'shows']),
  member: new Set(['member', 'members', 'person', 'people']),
  post: new Set(['post', 'posts', 'news', 'page', 'pages']),
  blog: new Set(['blog', 'blogs']),
};

/** The number of results of any kind that lead the page, since this many of several kinds would hide the best. */
export const MAX_BEST_MATCHES = 6;
const MANY = 8;

/** The matches of one kind: their number, and the best of them on the page, without those that lead it. */
export interface ResultGroup {
  kind: ResultKind;
  matches: number;
  items: SearchItem[];
}

export interface SearchResults {
  /** The results that lead the page, best first. */
  best: SearchItem[];
  groups: ResultGroup[];
  matches: number;
  page: number;
  pages: number;
}

const foldedOf = new WeakMap<readonly SearchItem[], readonly (readonly [string, string])[]>();
/** Folding is most of a list's first search, so an item's folded texts outlive its list. */
const foldedItems = new WeakMap<SearchItem, readonly [string, string]>();

/**
 * Scores each item against a search; 0 is no match. It has to match one of the comma-separated terms; each further one
 * adds to its score, by position. A term matches when each of its words is in the title, in its other words, or is the
 * name of the type: "hamlet show" finds the shows. A whole word outweighs a part of one, and the title the rest.
 */
export function scoreItems(items: readonly SearchItem[], search: string): Float64Array {
  const texts = foldItems(items);
  const result = new Float64Array(items.length);
  for (const [position, words] of parseSearchTerms(search).entries()) {
    const weight = termWeight(position) / words.length;
    const term = words.join(' ');
    for (const [at, { type }] of items.entries()) {
      const [title, also] = texts[at] ?? ['', ''];
      const names = TYPE_NAMES[type];
      let sum = 0;
      for (const word of words) {
        const inText = Math.max(
          IN_TITLE * scoreWordMatch(title, word),
          also === '' ? 0 : IN_ALSO * scoreWordMatch(also, word),
        );
        const worth = inText || (names.has(word) ? IN_TYPE * WHOLE_WORD : 0);
        if (worth === 0) {
          sum = 0;
          break;
        }
        sum += worth;
      }
      if (sum > 0) result[at] = (result[at] ?? 0) + weight * (title === term ? 2 * sum : sum);
    }
  }
  return result;
}

/**
 * The results of a query in a whole list: the best of all; then the kind with the best match first, each kind best
 * first and then in the list's order; the first of each kind, or a page of the one asked for.
 */
export function findResults(items: readonly SearchItem[], { search, kind, page }: SearchQuery): SearchResults {
  const score = scoreItems(items, search);
  const found: Record<ResultKind, number[]> = { show: [], member: [], post: [], blog: [] };
  items.forEach((item, at) => {
    if ((score[at] ?? 0) > 0) found[item.type].push(at);
  });
  for (const kind of RESULT_KINDS) found[kind].sort((a, b) => (score[b] ?? 0) - (score[a] ?? 0));
  const matches = RESULT_KINDS.reduce((sum, one) => sum + found[one].length, 0);
  const kinds = RESULT_KINDS.filter((one) => found[one].length > 0).sort(
    (a, b) => (score[found[b][0] ?? -1] ?? 0) - (score[found[a][0] ?? -1] ?? 0),
  );
  const leading =
    kind === null && kinds.length > 1 && matches > MANY
      ? bestOf(
          kinds.map((one) => found[one]),
          score,
        )
      : [];
  const turned = kind === null ? { items: [], page: 1, pages: 1 } : paginate(found[kind], page, RESULTS_PER_PAGE);
  const shown = (one: ResultKind): number[] => {
    if (kind !== null) return one === kind ? turned.items : [];
    return found[one].filter((at) => !leading.includes(at)).slice(0, RESULTS_PER_KIND);
  };
  const groups = kinds.map((one): ResultGroup => {
    return { kind: one, matches: found[one].length, items: shown(one).flatMap((at) => items[at] ?? []) };
  });
  return { best: leading.flatMap((at) => items[at] ?? []), groups, matches, page: turned.page, pages: turned.pages };
}

/** The best of several ranked lists; of equals the first of each list, and then the second of each. */
function bestOf(lists: readonly (readonly number[])[], score: Float64Array): number[] {
  const first = lists.flatMap((list) => list.slice(0, MAX_BEST_MATCHES).map((at, rank) => ({ at, rank })));
  first.sort((a, b) => (score[b.at] ?? 0) - (score[a.at] ?? 0) || a.rank - b.rank);
  return first.slice(0, MAX_BEST_MATCHES).map(({ at }) => at);
}

/** The part of the whole content that an HTML page carries. */
export function toFirstView(content: SearchContent, question: SearchQuery): SearchContent {
  const { best, groups, page, pages } = findResults(content.items, question);
  return {
    ...content,
    items: [...best, ...groups.flatMap((group) => group.items)],
    first_view: {
      best: best.length,
      found: groups.map(({ kind, matches }) => ({ kind, matches })),
      page,
      pages,
    },
  };
}

/** The results that a first view carries. */
export function resultsFromFirstView({ items, first_view: view }: SearchContent): SearchResults | null {
  if (!view) return null;
  const others = items.slice(view.best);
  const groups = view.found.map(({ kind, matches }) => ({
    kind,
    matches,
    items: others.filter((item) => item.type === kind),
  }));
  const matches = groups.reduce((sum, group) => sum + group.matches, 0);
  return { best: items.slice(0, view.best), groups, matches, page: view.page, pages: view.pages };
}

/** The texts that each item is found by, ready to be matched: made once for a list, by its first search at the latest. */
export function foldItems(items: readonly SearchItem[]): readonly (readonly [string, string])[] {
  const known = foldedOf.get(items);
  if (known) return known;
  const texts = items.map(foldedOnce);
  foldedOf.set(items, texts);
  return texts;
}

/** Several lists as one, for which nothing is folded again. */
export function joinItemLists(...lists: readonly (readonly SearchItem[])[]): SearchItem[] {
  const items = lists.flat();
  foldedOf.set(items, lists.flatMap(foldItems));
  return items;
}

function foldedOnce(item: SearchItem): readonly [string, string] {
  const known = foldedItems.get(item);
  if (known) return known;
  const result = [fold(item.title), fold(item.also.join(' '))] as const;
  foldedItems.set(item, result);
  return result;
}
