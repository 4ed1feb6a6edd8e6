import { foldText } from './text.ts';

/** The scores for matching a whole word, the beginning of a word and the inside of a word. */
export const WHOLE_WORD_SCORE = 100;
const PREFIX = 10;
const INSIDE = 1;
/**
 * The maximum number of words in a term. Nobody types more, and further words are ignored. A set of so few words fits
 * in the bits of one number.
 */
const MAX_WORDS = 16;
/**
 * The maximum number of terms in a search. Each term searches the whole archive; a hundred terms blocked the process
 * for half a second.
 */
const MAX_TERMS = 10;

/** Parses a search into its comma-separated terms, each a list of folded words. */
export function parseSearchTerms(search: string): string[][] {
  return search
    .split(',')
    .map((term) => foldText(term).split(' ').filter(Boolean).slice(0, MAX_WORDS))
    .filter((words) => words.length > 0)
    .slice(0, MAX_TERMS);
}

/**
 * Returns the weight of a term by its position, from 0: 1 for the first, a half for the second, a third for the third.
 */
export const getTermWeight = (position: number): number => 1 / (position + 1);

/**
 * Scores how a folded text matches a folded word: as a whole word, at the beginning of a word or inside a word; 0 if it
 * doesn't match.
 */
export function scoreWordMatch(text: string, word: string): number {
  let best = 0;
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
    const starts = at === 0 || text[at - 1] === ' ';
    const end = at + word.length;
    if (starts && (end === text.length || text[end] === ' ')) return WHOLE_WORD_SCORE;
    best = Math.max(best, starts ? PREFIX : INSIDE);
  }
  return best;
}
