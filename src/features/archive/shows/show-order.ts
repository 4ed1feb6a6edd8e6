import { compareDates } from '#platform/shared/dates/dates.ts';
import {
  getTermWeight,
  parseSearchTerms,
  scoreWordMatch,
  WHOLE_WORD_SCORE,
} from '#platform/shared/text/search-terms.ts';
import { parseYears } from './decades.ts';
import type { ShowSort } from './list-state.ts';

/** The fields of a show that sorting needs. `title_key` is the title's `toSortKey`. */
export interface SortableShow {
  id: string;
  date: string;
  title_key: string;
}

/** A sort order that doesn't depend on the search. */
type OwnOrder = Exclude<ShowSort, 'relevance' | 'relevance-reversed'>;
/** Returns the indexes of a list's shows, sorted in `order`. */
export type SortOrderLookup = (order: OwnOrder) => Uint32Array;

const byTitle = (a: SortableShow, b: SortableShow) =>
  a.title_key < b.title_key ? -1 : a.title_key > b.title_key ? 1 : 0;
const byId = (a: SortableShow, b: SortableShow) => (a.id < b.id ? -1 : a.id > b.id ? 1 : 0);

/**
 * Compares shows for every list that is sorted newest first: by last day, then by title. `newestFirstSql` in
 * `server/sql/show-order.ts` is the same order in SQL.
 */
export const compareNewestFirst = (a: SortableShow, b: SortableShow): number =>
  compareDates(b.date, a.date) || byTitle(a, b) || byId(a, b);

const COMPARE: Record<OwnOrder, (a: SortableShow, b: SortableShow) => number> = {
  newest: compareNewestFirst,
  oldest: (a, b) => compareDates(a.date, b.date) || byTitle(a, b) || byId(a, b),
  title: (a, b) => byTitle(a, b) || compareDates(b.date, a.date) || byId(a, b),
  'title-reversed': (a, b) => byTitle(b, a) || compareDates(b.date, a.date) || byId(a, b),
};

/**
 * Creates a function that returns the indexes of the shows in a sort order. Each order is computed once, on first use.
 */
export function createSortOrderLookup(shows: readonly SortableShow[]): SortOrderLookup {
  const sorted = new Map<OwnOrder, Uint32Array>();
  return (order) => {
    const known = sorted.get(order);
    if (known) return known;
    const numbered = shows.map((show, number) => ({ show, number }));
    numbered.sort((a, b) => COMPARE[order](a.show, b.show));
    const numbers = Uint32Array.from(numbered, ({ number }) => number);
    sorted.set(order, numbers);
    return numbers;
  };
}

/**
 * Returns the indexes of the shows that pass `keep`, sorted by `sort`. By relevance in either direction, shows with the
 * same score are newest first. Without a search every score is 0, so relevance sorts by date.
 */
export function filterAndSortIndexes(
  sort: ShowSort,
  orders: SortOrderLookup,
  scores: Float64Array,
  keep: (number: number) => boolean,
): number[] {
  if (sort !== 'relevance' && sort !== 'relevance-reversed') return [...orders(sort).filter(keep)];
  const score = (number: number) => scores[number] ?? 0;
  const direction = sort === 'relevance' ? -1 : 1;
  return [...orders('newest').filter(keep)].sort((a, b) => direction * (score(a) - score(b)));
}

/**
 * Returns true if the shows are sorted like the order `newest`. `of` returns a show's data, to compare shows of the
 * same date.
 */
export const isSortedNewestFirst = <Show extends { date: string }>(
  shows: readonly Show[],
  of: (show: Show) => SortableShow,
): boolean =>
  shows.every((show, at) => {
    const before = shows[at - 1] ?? show;
    return before.date === show.date ? compareNewestFirst(of(before), of(show)) <= 0 : before.date > show.date;
  });

/** The fields of a show that a search uses: folded texts, and the year. */
export interface SearchableShow {
  title: string;
  author: string;
  /** The venue and the company. */
  setting: string;
  year: number;
}

/** The data that a search reads. */
export interface ShowSearchIndex {
  shows: readonly SearchableShow[];
  /** Folded names: one entry for each name that a person has. */
  names: readonly string[];
  /** Returns the shows (indexes in `shows`) of the person whose name has this index in `names`. */
  showsOf: (name: number) => Uint32Array;
}

const IN_TITLE = 3;
const IN_AUTHOR = 2;
const IN_SETTING = 1;
const IN_YEAR = 1;
const IN_NAME = 1;
const OF_A_SHOW = [IN_TITLE, IN_AUTHOR, IN_SETTING];
const OF_A_PERSON = [IN_NAME];

/**
 * Scores how well each show matches a search; 0 is no match. A show has to match at least one of the comma-separated
 * terms. Each matching term adds to the score: the search's first term counts in full, the second counts half, and the
 * third counts a third. A term matches if all its words are in the show's own texts (title, author, venue, company,
 * year) and one name of one person, taken together: "David White" doesn't match a David and a White. A whole word
 * outweighs the beginning of a word, which outweighs its middle; the title outweighs the author, and the author
 * outweighs the rest.
 */
export function scoreShows({ shows, names, showsOf }: ShowSearchIndex, search: string): Float64Array {
  const scores = new Float64Array(shows.length);
  for (const [position, words] of parseSearchTerms(search).entries()) {
    const weight = getTermWeight(position) / words.length;
    const term = words.join(' ');
    const meant = words.map(parseYears);
    const all = 2 ** words.length - 1;
    const ownText = new Uint16Array(shows.length);
    const ownScore = new Float64Array(shows.length);
    const best = new Float64Array(shows.length);
    shows.forEach(({ title, author, setting, year }, show) => {
      const own = scoreWords(words, [title, author, setting], OF_A_SHOW, findYearWords(meant, year));
      if (own.words === all) best[show] = title === term ? 2 * own.score : own.score;
      ownText[show] = own.words;
      ownScore[show] = own.score;
    });
    for (const [number, name] of names.entries()) {
      const named = scoreWords(words, [name], OF_A_PERSON);
      if (named.words === 0) continue;
      for (const show of showsOf(number)) {
        const own = ownText[show] ?? 0;
        if (own === all || (own | named.words) !== all) continue;
        const score = (ownScore[show] ?? 0) + named.score;
        if (score > (best[show] ?? 0)) best[show] = score;
      }
    }
    best.forEach((score, show) => {
      scores[show] = (scores[show] ?? 0) + weight * score;
    });
  }
  return scores;
}

interface Found {
  /** The matched words, as bits. */
  words: number;
  score: number;
}
const NOTHING: Found = { words: 0, score: 0 };

/** Returns the words of a term that match the year, as bits. */
function findYearWords(meant: readonly ReturnType<typeof parseYears>[], year: number): number {
  let found = 0;
  for (let at = 0; at < meant.length; at++) {
    const years = meant[at];
    if (years && year >= years.from && year <= years.to) found |= 1 << at;
  }
  return found;
}

/**
 * Returns how well the words of a term match weighted texts. The bits of `dated` mark the words that match the year.
 */
function scoreWords(words: string[], texts: readonly string[], weights: readonly number[], dated = 0): Found {
  let found = 0;
  let score = 0;
  for (let at = 0; at < words.length; at++) {
    const word = words[at] ?? '';
    let best = (dated >> at) & 1 ? IN_YEAR * WHOLE_WORD_SCORE : 0;
    for (let text = 0; text < texts.length; text++)
      best = Math.max(best, (weights[text] ?? 0) * scoreWordMatch(texts[text] ?? '', word));
    if (best > 0) found |= 1 << at;
    score += best;
  }
  return found === 0 ? NOTHING : { words: found, score };
}
