import { runToCompletion } from '#platform/shared/run-to-completion.ts';
import { paginate, parsePageNumber } from '#platform/shared/tables/paging.ts';
import {
  collectWordsInSteps,
  correctTermsInSteps,
  findSpellingIndex,
  type Vocabulary,
} from '#platform/shared/text/search-corrections.ts';
import {
  getTermWeight,
  parseSearchTerms,
  scoreWordMatch,
  WHOLE_WORD_SCORE,
} from '#platform/shared/text/search-terms.ts';
import { cleanQueryText, foldText } from '#platform/shared/text/text.ts';
import type { ResultKind, SearchContent, SearchItem } from './contract.ts';

/** A search, as given in the query string. */
export interface SearchQuery {
  search: string;
  /** The kind to show; null for all kinds. */
  kind: ResultKind | null;
  /** Starts at 1. Only a single kind has several pages. */
  page: number;
}

/** The order of kinds whose best matches are equally good. */
export const RESULT_KINDS: readonly ResultKind[] = ['show', 'member', 'post', 'blog'];

/** The query parameters of the search. */
export const SEARCH_QUERY_KEYS = ['q', 'kind', 'page'] as const;

/** Parses a query string. Invalid values are ignored, and the search is cut at 200 characters. */
export function parseSearchQuery(query: URLSearchParams): SearchQuery {
  return {
    search: cleanQueryText(query.get('q') ?? ''),
    kind: RESULT_KINDS.find((known) => known === query.get('kind')) ?? null,
    page: parsePageNumber(query),
  };
}

/** Builds the shortest query string for a search. */
export function toSearchParams({ search, kind, page }: SearchQuery): URLSearchParams {
  const query = new URLSearchParams();
  if (search.trim() !== '') query.set('q', search);
  if (kind !== null) query.set('kind', kind);
  if (kind !== null && page > 1) query.set('page', `${page}`);
  return query;
}

export function searchPath(question: SearchQuery): string {
  const query = toSearchParams(question).toString();
  return query === '' ? '/search' : `/search?${query}`;
}

/** The maximum number of results of each kind, below the best matches, while all kinds are shown. */
export const RESULTS_PER_KIND = 8;
/** The maximum number of results on a page while only one kind is shown. */
export const RESULTS_PER_PAGE = 60;

const TITLE_WEIGHT = 3;
const ALSO_WEIGHT = 2;
const ROLE_WEIGHT = 1;
const TYPE_WEIGHT = 1;

/** The words that mean each type. A partly typed word doesn't match. */
const TYPE_NAMES: Record<ResultKind, ReadonlySet<string>> = {
  show: new Set(['show', 'shows']),
  member: new Set(['member', 'members', 'person', 'people']),
  post: new Set(['post', 'posts', 'news', 'page', 'pages']),
  blog: new Set(['blog', 'blogs']),
};

/** The maximum number of best matches, which are shown above the results of each kind. */
export const MAX_BEST_MATCHES = 6;
/**
 * Best matches are shown only with results of all kinds, and only if there are more results than this, of several
 * kinds.
 */
const MAX_WITHOUT_BEST = 8;

/** The results of one kind: the number of matches, and the items on the page, without those among the best matches. */
export interface ResultGroup {
  kind: ResultKind;
  matches: number;
  items: SearchItem[];
}

export interface SearchResults {
  /** The search that these results match: the typed one, or a corrected one if nothing matches the typed one. */
  search: string;
  /** The best matches of all kinds, best first. */
  best: SearchItem[];
  groups: ResultGroup[];
  matches: number;
  page: number;
  pages: number;
}

/**
 * The folded texts of an item: its title, its other words, its roles, and all its roles in one text. Most words are in
 * none of the roles, and one text is searched in a fraction of the time that many take.
 */
type FoldedItem = readonly [title: string, also: string, roles: readonly string[], allRoles: string];

const foldedLists = new WeakMap<readonly SearchItem[], readonly FoldedItem[]>();
/** The folded texts of each item, reused in later lists, because folding takes most of the time of a first search. */
const foldedItems = new WeakMap<SearchItem, FoldedItem>();
const noText: FoldedItem = ['', '', [], ''];

/**
 * Scores each item against a search; 0 is no match. An item must match at least one of the comma-separated terms;
 * further matching terms add to the score, the later ones less. The words of a term may be in the title or in the other
 * words, or name the type ("hamlet show" finds the shows). If any words match none of these, the term matches only if
 * they are all in one role ("arthur birling"). Whole words count more than parts of words. The title counts more than
 * other words, which count more than a role.
 */
export function scoreItems(items: readonly SearchItem[], search: string): Float64Array {
  const texts = foldItems(items);
  const result = new Float64Array(items.length);
  for (const [position, words] of parseSearchTerms(search).entries()) {
    const weight = getTermWeight(position) / words.length;
    const term = words.join(' ');
    for (const [index, { type }] of items.entries()) {
      const folded = texts[index] ?? noText;
      const sum = scoreTerm(folded, type, words);
      if (sum > 0) result[index] = (result[index] ?? 0) + weight * (folded[0] === term ? 2 * sum : sum);
    }
  }
  return result;
}

/** Adds up the scores of a term's words; returns 0 if one of them matches nothing. */
function scoreTerm(folded: FoldedItem, type: ResultKind, words: readonly string[]): number {
  const [, , roles, allRoles] = folded;
  let sum = 0;
  let remaining: string[] | null = null;
  for (const word of words) {
    const wordScore = scoreOutsideRoles(folded, type, word);
    if (wordScore === 0 && !allRoles.includes(word)) return 0;
    if (wordScore === 0) remaining = [...(remaining ?? []), word];
    sum += wordScore;
  }
  return remaining ? addRoleScore(sum, roles, remaining) : sum;
}

/** Scores a word by an item's title, other words and type. */
function scoreOutsideRoles([title, also]: FoldedItem, type: ResultKind, word: string): number {
  const inText = Math.max(
    TITLE_WEIGHT * scoreWordMatch(title, word),
    also === '' ? 0 : ALSO_WEIGHT * scoreWordMatch(also, word),
  );
  return inText || (TYPE_NAMES[type].has(word) ? TYPE_WEIGHT * WHOLE_WORD_SCORE : 0);
}

/** Adds the score of the role that best matches these words; returns 0 if no role has all of them. */
function addRoleScore(sum: number, roles: readonly string[], words: readonly string[]): number {
  const inRole = roles.reduce((best, role) => Math.max(best, scoreRole(role, words)), 0);
  return inRole > 0 ? sum + inRole : 0;
}

/** Scores a role that must match all of these words; a role that consists of them counts double. */
function scoreRole(role: string, words: readonly string[]): number {
  let sum = 0;
  for (const word of words) {
    const wordScore = ROLE_WEIGHT * scoreWordMatch(role, word);
    if (wordScore === 0) return 0;
    sum += wordScore;
  }
  return role === words.join(' ') ? 2 * sum : sum;
}

/**
 * Returns the roles by which a search finds an item. A term that already matches without roles contributes none.
 */
export function findMatchingRoles(item: SearchItem, search: string): [role: string, context: string][] {
  const { type, roles = [] } = item;
  if (roles.length === 0) return [];
  const folded = foldItem(item);
  const matching = new Set<number>();
  for (const words of parseSearchTerms(search)) {
    const remaining = words.filter((word) => scoreOutsideRoles(folded, type, word) === 0);
    if (remaining.length === 0) continue;
    folded[2].forEach((role, at) => {
      if (scoreRole(role, remaining) > 0) matching.add(at);
    });
  }
  return roles.filter((_, at) => matching.has(at));
}

/**
 * Finds the results of a query in the complete list: the best matches of all kinds, then each kind, beginning with the
 * kind that has the best match. Without a requested kind, each kind has its first results. With a requested kind, only
 * that kind has results: one page of them. If nothing matches, typing mistakes in the search are corrected.
 */
export const findResults = (items: readonly SearchItem[], query: SearchQuery): SearchResults =>
  runToCompletion(findResultsInSteps(items, query));

/** Finds the results of a query in steps, yielding to other work. */
function* findResultsInSteps(items: readonly SearchItem[], query: SearchQuery): Generator<undefined, SearchResults> {
  const results = findExactResults(items, query);
  if (results.matches > 0) return results;
  const corrected = yield* correctSearch(items, query.search);
  return corrected === null ? results : findExactResults(items, { ...query, search: corrected });
}

function findExactResults(items: readonly SearchItem[], { search, kind, page }: SearchQuery): SearchResults {
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
    search,
    best: leading.flatMap((at) => items[at] ?? []),
    groups,
    matches,
    page: paginated.page,
    pages: paginated.pages,
  };
}

/**
 * Selects the best items of several ranked lists. If scores are equal, the item that is nearer to the top of its own
 * list comes first.
 */
function selectBest(lists: readonly (readonly number[])[], score: Float64Array): number[] {
  const first = lists.flatMap((list) => list.slice(0, MAX_BEST_MATCHES).map((at, rank) => ({ at, rank })));
  first.sort((a, b) => (score[b.at] ?? 0) - (score[a.at] ?? 0) || a.rank - b.rank);
  return first.slice(0, MAX_BEST_MATCHES).map(({ at }) => at);
}

/** Reduces the content to the results that an HTML page shows, in steps, yielding to other work. */
export function* trimSearchInSteps(content: SearchContent, question: SearchQuery): Generator<undefined, SearchContent> {
  const { search, best, groups, page, pages } = yield* findResultsInSteps(content.items, question);
  return {
    ...content,
    items: [...best, ...groups.flatMap((group) => group.items)].map((item) => keepMatchingRoles(item, search)),
    first_view: {
      ...(search !== question.search && { corrected: search }),
      best: best.length,
      found: groups.map(({ kind, matches }) => ({ kind, matches })),
      page,
      pages,
    },
  };
}

/** Removes those of an item's roles that the search doesn't match. */
function keepMatchingRoles(item: SearchItem, search: string): SearchItem {
  if (item.roles === undefined) return item;
  const { roles: _, ...rest } = item;
  const matching = findMatchingRoles(item, search);
  return matching.length > 0 ? { ...rest, roles: matching } : rest;
}

/** Returns the results in the content of an HTML page; null if the content is complete. */
export function getTrimmedResults(
  { items, first_view: view }: SearchContent,
  { search }: Pick<SearchQuery, 'search'>,
): SearchResults | null {
  if (!view) return null;
  const others = items.slice(view.best);
  const groups = view.found.map(({ kind, matches }) => ({
    kind,
    matches,
    items: others.filter((item) => item.type === kind),
  }));
  const matches = groups.reduce((sum, group) => sum + group.matches, 0);
  return {
    search: view.corrected ?? search,
    best: items.slice(0, view.best),
    groups,
    matches,
    page: view.page,
    pages: view.pages,
  };
}

const vocabularies = new WeakMap<readonly SearchItem[], Vocabulary>();

/** Collects the words of a list of items. Cached for each list. */
function* prepareVocabulary(items: readonly SearchItem[]): Generator<undefined, Vocabulary> {
  const known = vocabularies.get(items);
  if (known) return known;
  const vocabulary = yield* collectWordsInSteps(listTexts(items));
  vocabularies.set(items, vocabulary);
  return vocabulary;
}

function* listTexts(items: readonly SearchItem[]): Generator<string> {
  for (const [title, also, roles] of foldItems(items)) {
    yield title;
    yield also;
    yield* roles;
  }
}

/**
 * Corrects the typing mistakes in a search that matches nothing, so that it matches something. Returns null if no
 * correction matches anything.
 */
function* correctSearch(items: readonly SearchItem[], search: string): Generator<undefined, string | null> {
  const terms = parseSearchTerms(search);
  if (terms.length === 0) return null;
  const vocabulary = yield* prepareVocabulary(items);
  return yield* correctTermsInSteps(terms, {
    vocabulary,
    isReserved: (word) => RESULT_KINDS.some((kind) => TYPE_NAMES[kind].has(word)),
    countCorrections: (spellings) => countCorrections(items, spellings),
  });
}

// biome-ignore lint/correctness/useYield: counting takes a few milliseconds, which is one step
function* countCorrections(
  items: readonly SearchItem[],
  spellings: readonly (readonly string[])[],
): Generator<undefined, ReadonlyMap<string, number>> {
  const counts = new Map<string, number>();
  const texts = foldItems(items);
  for (const [index, { type }] of items.entries()) {
    const spelling = findItemSpelling(texts[index] ?? noText, type, spellings);
    if (spelling !== null) counts.set(spelling, (counts.get(spelling) ?? 0) + 1);
  }
  return counts;
}

/**
 * Returns a search that an item matches: for each word, the first of its spellings that the item contains. Returns null
 * if the item contains no spelling of one of the words.
 */
function findItemSpelling(
  folded: FoldedItem,
  type: ResultKind,
  spellings: readonly (readonly string[])[],
): string | null {
  const chosen: string[] = [];
  for (const similar of spellings) {
    const found = similar[findSpellingIndex(similar, (word) => hasWord(folded, type, word))];
    if (found === undefined) return null;
    chosen.push(found);
  }
  return chosen.join(' ');
}

const hasWord = (folded: FoldedItem, type: ResultKind, word: string): boolean =>
  scoreOutsideRoles(folded, type, word) > 0 || folded[3].includes(word);

/** Folds the texts of each item for matching. Cached for each list. */
export function foldItems(items: readonly SearchItem[]): readonly FoldedItem[] {
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

function foldItem(item: SearchItem): FoldedItem {
  const known = foldedItems.get(item);
  if (known) return known;
  const roles = item.roles?.map(([role]) => foldText(role)) ?? noText[2];
  const result: FoldedItem = [foldText(item.title), foldText(item.also.join(' ')), roles, roles.join('\n')];
  foldedItems.set(item, result);
  return result;
}
