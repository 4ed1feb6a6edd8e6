import { termsOf, termWeight, wordFit } from '../../platform/shared/search-terms.ts';

/** What a search reads: folded texts, and which shows (by number in the list) each person took part in. */
export interface Searchable {
  titles: readonly string[];
  authors: readonly string[];
  people: readonly { name: string; shows: Uint32Array }[];
}

const IN_TITLE = 3;
const IN_AUTHOR = 2;
const IN_NAME = 1;

/**
 * How well each show answers a search; 0 is not at all. A show needs one of the comma-separated terms, and each further
 * term it has adds to its score: the first counts in full, the second a half, the third a third (SPEC §9). A term is
 * there when all its words are, in the title, in the author or in one person's name: "David White" is not a David
 * and a White. A whole word outweighs the beginning of one, and that its inside, wherever they stand; the title outweighs
 * the author, and the author the people.
 */
export function relevance({ titles, authors, people }: Searchable, search: string): Float64Array {
  const scores = new Float64Array(titles.length);
  for (const [position, words] of termsOf(search).entries()) {
    const weight = termWeight(position) / words.length;
    const term = words.join(' ');
    const all = 2 ** words.length - 1;
    const ownWords = new Uint16Array(titles.length);
    const ownScore = new Float64Array(titles.length);
    const best = new Float64Array(titles.length);
    titles.forEach((title, show) => {
      const own = worth(words, title, IN_TITLE, authors[show] ?? '', IN_AUTHOR);
      if (own.words === all) best[show] = title === term ? 2 * own.score : own.score;
      ownWords[show] = own.words;
      ownScore[show] = own.score;
    });
    for (const { name, shows } of people) {
      const named = worth(words, name, IN_NAME);
      if (named.words === 0) continue;
      for (const show of shows) {
        const own = ownWords[show] ?? 0;
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
  /** Which of the words were found, as bits. */
  words: number;
  score: number;
}
const NOTHING: Found = { words: 0, score: 0 };

/** What one text, or two with a weight each, are worth to a term's words. */
function worth(words: string[], text: string, weight: number, other = '', otherWeight = 0): Found {
  let found = 0;
  let score = 0;
  for (let at = 0; at < words.length; at++) {
    const word = words[at] ?? '';
    const best = Math.max(weight * wordFit(text, word), otherWeight * wordFit(other, word));
    if (best > 0) found |= 1 << at;
    score += best;
  }
  return found === 0 ? NOTHING : { words: found, score };
}
