import { runToCompletion } from '#platform/shared/run-to-completion.ts';
import {
  collectWordsInSteps,
  correctTermsInSteps,
  findSpellingIndex,
  type Vocabulary,
} from '#platform/shared/text/search-corrections.ts';
import { parseSearchTerms } from '#platform/shared/text/search-terms.ts';
import type { ShowListContent } from './contract.ts';
import { parseYears } from './decades.ts';
import type { ShowListQuery } from './list-state.ts';
import { findMatchingShows, getShowSearchIndex } from './show-list.ts';
import { type SearchableShow, type ShowSearchIndex, scoreShows } from './show-order.ts';

/**
 * Corrects the typing mistakes in a search of a whole list. Returns null if the search matches a show, even one that
 * the filters leave out, or if no show that passes the filters matches the corrected search.
 */
export function* correctShowSearchInSteps(
  content: ShowListContent,
  choices: ShowListQuery,
): Generator<undefined, string | null> {
  const terms = parseSearchTerms(choices.search);
  if (terms.length === 0) return null;
  const searchable = getShowSearchIndex(content);
  if (scoreShows(searchable, choices.search).some((score) => score > 0)) return null;
  yield;
  const vocabulary = yield* prepareVocabulary(searchable);
  const corrected = yield* correctTermsInSteps(terms, {
    vocabulary,
    countCorrections: (spellings) => countCorrections(searchable, spellings),
  });
  if (corrected === null) return null;
  return findMatchingShows(content, { ...choices, search: corrected }).matches > 0 ? corrected : null;
}

/** Corrects a search as `correctShowSearchInSteps` does, but without a pause; undefined if there is no correction. */
export const correctShowSearch = (content: ShowListContent, choices: ShowListQuery): string | undefined =>
  runToCompletion(correctShowSearchInSteps(content, choices)) ?? undefined;

const vocabularies = new WeakMap<ShowSearchIndex, Vocabulary>();

/** Collects the words of a list. Cached for each list. */
function* prepareVocabulary(searchable: ShowSearchIndex): Generator<undefined, Vocabulary> {
  const known = vocabularies.get(searchable);
  if (known) return known;
  const vocabulary = yield* collectWordsInSteps(listTexts(searchable));
  vocabularies.set(searchable, vocabulary);
  return vocabulary;
}

function* listTexts({ shows, names }: ShowSearchIndex): Generator<string> {
  for (const { title, author, setting } of shows) {
    yield title;
    yield author;
    yield setting;
  }
  yield* names;
}

/** The number of shows or names that are compared in one step. */
const comparedAtOnce = 1000;

/**
 * Counts the shows that match each correction of a term. A show matches by the rule of `scoreShows`: each word is in
 * the show's own texts, is its year or decade, or is in the name of one person in it.
 */
function* countCorrections(
  { shows, names, showsOf }: ShowSearchIndex,
  spellings: readonly (readonly string[])[],
): Generator<undefined, ReadonlyMap<string, number>> {
  const counts = new Map<string, number>();
  const count = (chosen: readonly number[]) => {
    const spelling = chosen.map((place, at) => spellings[at]?.[place] ?? '').join(' ');
    counts.set(spelling, (counts.get(spelling) ?? 0) + 1);
  };
  const choose = (isMatch: (word: string) => boolean) =>
    spellings.map((similar) => findSpellingIndex(similar, isMatch));
  const own: (readonly number[])[] = [];
  for (const [at, show] of shows.entries()) {
    if (at % comparedAtOnce === 0) yield;
    const chosen = choose((word) => isInShow(show, word));
    own.push(chosen);
    if (isComplete(chosen)) count(chosen);
  }
  for (const [at, name] of names.entries()) {
    if (at % comparedAtOnce === 0) yield;
    const named = choose((word) => name.includes(word));
    if (named.every((place) => place < 0)) continue;
    for (const show of showsOf(at)) {
      const ownPlaces = own[show] ?? [];
      if (isComplete(ownPlaces)) continue;
      const chosen = named.map((place, word) => selectEarlier(place, ownPlaces[word] ?? -1));
      if (isComplete(chosen)) count(chosen);
    }
  }
  return counts;
}

const isInShow = ({ title, author, setting, year }: SearchableShow, word: string): boolean => {
  if (title.includes(word) || author.includes(word) || setting.includes(word)) return true;
  const years = parseYears(word);
  return years !== undefined && year >= years.from && year <= years.to;
};

const isComplete = (chosen: readonly number[]) => chosen.every((place) => place >= 0);

/** Selects the earlier of two places, either of which may be missing (-1). */
const selectEarlier = (one: number, other: number) =>
  one < 0 || other < 0 ? Math.max(one, other) : Math.min(one, other);
