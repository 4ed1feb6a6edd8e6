import { paginate } from '#platform/shared/tables/paging.ts';
import {
  getTermWeight,
  parseSearchTerms,
  scoreWordMatch,
  WHOLE_WORD_SCORE,
} from '#platform/shared/text/search-terms.ts';
import { fold } from '#platform/shared/text/text.ts';
import type { ResultKind, SearchContent, SearchItem } from './contract.ts';
import { RESULT_KINDS, type SearchQuery } from './search-query.ts';

/**
 * The number of results of each kind on the page of all kinds, and the number of results on each page of a single kind.
 */
export const RESULTS_PER_KIND = 8;
export const RESULTS_PER_PAGE = 60;

const IN_TITLE = 3;
const IN_ALSO = 2;
const IN_TYPE = 1;

/** The words that mean each type. A partly typed word doesn't match. */
const TYPE_NAMES: Record<ResultKind, ReadonlySet<string>> = {
  show: new Set(['show', 'shows']),
  member: new Set(['member', 'members', 'person', 'people']),
  post: new Set(['post', 'posts', 'news', 'page', 'pages']),
  blog: new Set(['blog', 'blogs']),
};

/** The number of results of all kinds that are shown first. */
export const MAX_BEST_MATCHES = 6;
/** Best matches are only shown if there are more results than this. */
const MAX_WITHOUT_BEST = 8;

/** The results of one kind: the number of matches, and the items on the page, without those among the best matches. */
export interface ResultGroup {
  kind: ResultKind;
  matches: number;
  items: SearchItem[];
}

export interface SearchResults {
  /** The best matches of all kinds, best first. */
  best: SearchItem[];
  groups: ResultGroup[];
  matches: number;
  page: number;
  pages: number;
}

const foldedLists = new WeakMap<readonly SearchItem[], readonly (readonly [string, string])[]>();
/** The folded texts of each item, reused in later lists: folding takes most of the time of a first search. */
const foldedItems = new WeakMap<SearchItem, readonly [string, string]>();

/**
 * Scores each item against a search; 0 is no match. An item must match one of the comma-separated terms; each further
 * term adds to its score, depending on its position. A term matches if each of its words is in the title, in the other
 * words, or is a name of the type: "hamlet show" finds the shows. Whole words count more than parts, and the title more
 * than other words.
 */
export function scoreItems(items: readonly SearchItem[], search: string): Float64Array {
  const texts = foldItems(items);
  const result = new Float64Array(items.length);
  for (const [position, words] of parseSearchTerms(search).entries()) {
    const weight = getTermWeight(position) / words.length;
    const term = words.join(' ');
    for (const [index, { type }] of items.entries()) {
      const [title, also] = texts[index] ?? ['', ''];
      const names = TYPE_NAMES[type];
      let sum = 0;
      for (const word of words) {
        const inText = Math.max(
          IN_TITLE * scoreWordMatch(title, word),
          also === '' ? 0 : IN_ALSO * scoreWordMatch(also, word),
        );
        const wordScore = inText || (names.has(word) ? IN_TYPE * WHOLE_WORD_SCORE : 0);
        if (wordScore === 0) {
          sum = 0;
          break;
        }
        sum += wordScore;
      }
      if (sum > 0) result[index] = (result[index] ?? 0) + weight * (title === term ? 2 * sum : sum);
    }
  }
  return result;
}

/**
 * Finds the results of a query in the complete list: the best matches of all kinds, then each kind, the one with the
 * best match first. Without a requested kind, each kind has its first results; otherwise the kind has one page of them.
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
    kind === null && kinds.length > 1 && matches > MAX_WITHOUT_BEST
      ? selectBest(
          kinds.map((one) => found[one]),
          score,
        )
      : [];
  const paginated = kind === null ? { items: [], page: 1, pages: 1 } : paginate(found[kind], page, RESULTS_PER_PAGE);
  const shown = (one: ResultKind): number[] => {
    if (kind !== null) return one === kind ? paginated.items : [];
    return found[one].filter((at) => !leading.includes(at)).slice(0, RESULTS_PER_KIND);
  };
  const groups = kinds.map((one): ResultGroup => {
    return { kind: one, matches: found[one].length, items: shown(one).flatMap((at) => items[at] ?? []) };
  });
  return {
    best: leading.flatMap((at) => items[at] ?? []),
    groups,
    matches,
    page: paginated.page,
    pages: paginated.pages,
  };
}

/** Selects the best items of several ranked lists. Among equal scores, higher ranks in their list come first. */
function selectBest(lists: readonly (readonly number[])[], score: Float64Array): number[] {
  const first = lists.flatMap((list) => list.slice(0, MAX_BEST_MATCHES).map((at, rank) => ({ at, rank })));
  first.sort((a, b) => (score[b.at] ?? 0) - (score[a.at] ?? 0) || a.rank - b.rank);
  return first.slice(0, MAX_BEST_MATCHES).map(({ at }) => at);
}

/** Reduces the content to the results that an HTML page shows. */
export function trimSearchToFirstView(content: SearchContent, question: SearchQuery): SearchContent {
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

/** Returns the results in the content of an HTML page; null if the content is complete. */
export function getResultsFromFirstView({ items, first_view: view }: SearchContent): SearchResults | null {
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

/** Folds the texts of each item for matching. Cached for each list. */
export function foldItems(items: readonly SearchItem[]): readonly (readonly [string, string])[] {
  const known = foldedLists.get(items);
  if (known) return known;
  const texts = items.map(foldItem);
  foldedLists.set(items, texts);
  return texts;
}

/** Joins lists without folding their texts again. */
export function joinItemLists(...lists: readonly (readonly SearchItem[])[]): SearchItem[] {
  const items = lists.flat();
  foldedLists.set(items, lists.flatMap(foldItems));
  return items;
}

function foldItem(item: SearchItem): readonly [string, string] {
  const known = foldedItems.get(item);
  if (known) return known;
  const result = [fold(item.title), fold(item.also.join(' '))] as const;
  foldedItems.set(item, result);
  return result;
}
