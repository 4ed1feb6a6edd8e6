import { fold } from './text.ts';

/** The scores of a whole word, the beginning of one and the inside of one. */
export const WHOLE_WORD = 100;
const PREFIX = 10;
const INSIDE = 1;
/** More words than anyone types in one term; others are ignored. A set of them fits the bits of one number. */
const MOST_WORDS = 16;
/** The most terms of a search. Each one scans the whole archive, and a hundred blocked the process for half a second. */
const MOST_TERMS = 10;

/** Parses a search into its terms, which are separated by commas, each as a list of folded words. */
export function parseSearchTerms(search: string): string[][] {
  return search
    .split(',')
    .map((term) => fold(term).split(' ').filter(Boolean).slice(0, MOST_WORDS))
    .filter((words) => words.length > 0)
    .slice(0, MOST_TERMS);
}

/** Returns the weight of a term by its position, from 0: the first in full, the second a half, the third a third. */
export const getTermWeight = (position: number): number => 1 / (position + 1);

/**
 * Scores a folded text against a folded word: as a whole word, the beginning of one or its inside; 0 if it doesn't
 * match.
 */
export function scoreWordMatch(text: string, word: string): number {
  let best = 0;
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
    const starts = at === 0 || text[at - 1] === ' ';
    const end = at + word.length;
    if (starts && (end === text.length || text[end] === ' ')) return WHOLE_WORD;
    best = Math.max(best, starts ? PREFIX : INSIDE);
  }
  return best;
}
