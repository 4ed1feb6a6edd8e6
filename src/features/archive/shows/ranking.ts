import {
  getTermWeight,
  parseSearchTerms,
  scoreWordMatch,
  WHOLE_WORD_SCORE,
} from '#platform/shared/text/search-terms.ts';
import { parseYears } from './decades.ts';

/** The fields of a show that a search uses: folded texts, and the year. */
export interface SearchableShow {
  title: string;
  author: string;
  /** The venue and the company. */
  setting: string;
  year: number;
}

/** The data that a search reads. */
export interface SearchableShows {
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
 * terms. Each matching term adds to the score: the first counts in full, the second counts half, and the third counts a
 * third. A term matches if all its words are in the show's own texts (title, author, venue, company, year) and one name
 * of one person, taken together: "David White" doesn't match a David and a White. A whole word outweighs the beginning
 * of a word, which outweighs its middle; the title outweighs the author, and the author outweighs the rest.
 */
export function scoreShows({ shows, names, showsOf }: SearchableShows, search: string): Float64Array {
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
      const own = worth(words, [title, author, setting], OF_A_SHOW, datedIn(meant, year));
      if (own.words === all) best[show] = title === term ? 2 * own.score : own.score;
      ownText[show] = own.words;
      ownScore[show] = own.score;
    });
    for (const [number, name] of names.entries()) {
      const named = worth(words, [name], OF_A_PERSON);
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
function datedIn(meant: readonly ReturnType<typeof parseYears>[], year: number): number {
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
function worth(words: string[], texts: readonly string[], weights: readonly number[], dated = 0): Found {
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
