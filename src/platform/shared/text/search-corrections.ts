/** The folded words of a list, for finding words that are spelled similarly. */
export interface Vocabulary {
  /** The number of texts that contain each word. */
  counts: ReadonlyMap<string, number>;
  /** The words without digits by their length, each with its letters as bits. */
  byLength: ReadonlyMap<number, readonly (readonly [word: string, letters: number])[]>;
}

/** The number of texts read in one step. */
const textsPerStep = 2000;

/** Collects the words of folded texts in steps of a few milliseconds. */
export function* collectWordsInSteps(texts: Iterable<string>): Generator<undefined, Vocabulary> {
  const counts = new Map<string, number>();
  let read = 0;
  for (const text of texts) {
    for (const word of text.split(' ')) counts.set(word, (counts.get(word) ?? 0) + 1);
    read += 1;
    if (read % textsPerStep === 0) yield;
  }
  counts.delete('');
  const byLength = new Map<number, [string, number][]>();
  for (const word of counts.keys()) {
    read += 1;
    if (read % textsPerStep === 0) yield;
    if (hasDigit(word)) continue;
    const words = byLength.get(word.length);
    if (words) words.push([word, toLetterBits(word)]);
    else byLength.set(word.length, [[word, toLetterBits(word)]]);
  }
  return { counts, byLength };
}

/** Numbers are never corrected: another year, for example, isn't a typing mistake. */
const hasDigit = (word: string) => /\p{N}/u.test(word);

/** Returns the letters of a word as 32 bits. Each letter sets the bit given by its character code modulo 32. */
function toLetterBits(word: string): number {
  let bits = 0;
  for (let at = 0; at < word.length; at++) bits |= 1 << (word.charCodeAt(at) & 31);
  return bits;
}

function countBits(bits: number): number {
  let count = 0;
  for (let rest = bits; rest !== 0; rest &= rest - 1) count += 1;
  return count;
}

/** The maximum number of similar spellings that are tried for a word. */
const MAX_SPELLINGS = 6;
/** Words with more letters than this aren't compared, because a comparison takes longer with each letter. */
const MAX_WORD_LENGTH = 40;
/**
 * The maximum number of wrong, missing or added letters in a mistyped word. The letters of words are compared as bits;
 * each such letter changes at most two bits.
 */
const MAX_SLIPS = 2;

/**
 * Finds the words that are probably meant by a typed word: first two words typed as one ("annemarie"), then words that
 * differ by few letters, starting with those that differ by one. Of equally similar words, the most frequent are first.
 * Returns the word itself if there are none.
 */
function findSimilarSpellings({ counts, byLength }: Vocabulary, word: string): string[] {
  if (hasDigit(word) || word.length > MAX_WORD_LENGTH) return [word];
  const found: { spelling: string; slips: number; count: number }[] = [];
  for (let at = 2; at <= word.length - 2; at++) {
    const [start, end] = [word.slice(0, at), word.slice(at)];
    const count = Math.min(counts.get(start) ?? 0, counts.get(end) ?? 0);
    if (count > 0) found.push({ spelling: `${start} ${end}`, slips: 0, count });
  }
  const letters = toLetterBits(word);
  for (let length = word.length - MAX_SLIPS; length <= word.length + MAX_SLIPS; length++) {
    for (const [other, otherLetters] of byLength.get(length) ?? []) {
      if (countBits(letters ^ otherLetters) > 2 * MAX_SLIPS || other === word) continue;
      if (isTypoOf(word, other)) {
        found.push({ spelling: other, slips: isTypoOf(word, other, 1) ? 1 : 2, count: counts.get(other) ?? 0 });
      }
    }
  }
  if (found.length === 0) return [word];
  found.sort((a, b) => a.slips - b.slips || b.count - a.count || (a.spelling < b.spelling ? -1 : 1));
  return found.slice(0, MAX_SPELLINGS).map(({ spelling }) => spelling);
}

/** The texts that are searched, for correcting a search that matches none of them. */
export interface SearchCorrectionSource {
  vocabulary: Vocabulary;
  /** Returns true for words that a search understands although they aren't in the texts, such as a kind of result. */
  isReserved?: (word: string) => boolean;
  /**
   * Counts the matches of each correction of a term: one spelling of each word, joined by spaces. `spellings` has the
   * possible spellings of each word, most likely first. A match counts for the correction with the first spelling of
   * each word that it contains.
   */
  countCorrections: (spellings: readonly (readonly string[])[]) => Generator<undefined, ReadonlyMap<string, number>>;
}

/**
 * Corrects the typing mistakes in the terms of a search that matches nothing, so that it matches something. Terms
 * without a correction that matches are left out. Yields between parts of the work, so that other work can run. Returns
 * the corrected terms, joined by commas; null if there are none.
 */
export function* correctTermsInSteps(
  terms: readonly (readonly string[])[],
  texts: SearchCorrectionSource,
): Generator<undefined, string | null> {
  const corrected: string[] = [];
  for (const words of terms) {
    yield;
    const found = yield* correctTerm(texts, words);
    if (found !== null) corrected.push(found);
  }
  yield;
  return corrected.length > 0 ? corrected.join(', ') : null;
}

/** Returns the correction of a term that has the most matches; null if none has any. */
function* correctTerm(texts: SearchCorrectionSource, words: readonly string[]): Generator<undefined, string | null> {
  const { vocabulary, countCorrections } = texts;
  const known = words.map((word) => isKnownWord(texts, word));
  const isAnyUnknown = known.includes(false);
  // Known words that never occur together ("jon smith") may all be misspelled
  const spellings = words.map((word, at) => {
    if (isAnyUnknown && known[at]) return [word];
    const similar = findSimilarSpellings(vocabulary, word);
    return isAnyUnknown || similar.includes(word) ? similar : [word, ...similar];
  });
  const counts = yield* countCorrections(spellings);
  let best: string | null = null;
  for (const [spelling, count] of counts) {
    if (count > (best === null ? 0 : (counts.get(best) ?? 0))) best = spelling;
  }
  return best;
}

function isKnownWord({ vocabulary: { counts }, isReserved }: SearchCorrectionSource, word: string): boolean {
  if (counts.has(word) || isReserved?.(word)) return true;
  for (const known of counts.keys()) if (known.includes(word)) return true;
  return false;
}

/** Finds the first spelling whose words all match. Returns its index; -1 if there is none. */
export const findSpellingIndex = (spellings: readonly string[], isMatch: (word: string) => boolean): number =>
  spellings.findIndex((spelling) => spelling.split(' ').every(isMatch));

/**
 * Returns true if the words differ only by typing mistakes. If the shorter word has three letters, one may be missing
 * from it. With four to seven letters, one may be missing or wrong, or swapped with its neighbour; with more letters,
 * up to `maxEdits` may be.
 */
export function isTypoOf(a: string, b: string, maxEdits = 2): boolean {
  const shorter = Math.min(a.length, b.length);
  const difference = Math.abs(a.length - b.length);
  if (shorter < 3 || difference > maxEdits) return false;
  if (shorter === 3) return difference === 1 && areWithinEdits(a, b, 1);
  const allowed = shorter < 8 ? 1 : maxEdits;
  return difference <= allowed && areWithinEdits(a, b, allowed);
}

/**
 * Returns true if at most `maxEdits` letters are wrong, missing, added, or swapped with their neighbour (optimal string
 * alignment). Only cells near the diagonal are computed, so the time grows with the words' length.
 */
function areWithinEdits(a: string, b: string, maxEdits: number): boolean {
  const far = maxEdits + 1;
  const at = (row: number[], of: number, column: number) => row[column - of + maxEdits] ?? far;
  let before: number[] = [];
  let above = Array.from({ length: 2 * maxEdits + 1 }, (_, place) => Math.abs(place - maxEdits));
  for (let row = 1; row <= a.length; row++) {
    const current: number[] = [];
    for (let column = row - maxEdits; column <= row + maxEdits; column++) {
      if (column < 0 || column > b.length) {
        current.push(far);
        continue;
      }
      const wrong = column > 0 && a[row - 1] === b[column - 1] ? 0 : 1;
      const left = current.at(-1) ?? far;
      let cost =
        column === 0 ? row : Math.min(at(above, row - 1, column) + 1, left + 1, at(above, row - 1, column - 1) + wrong);
      const swapped = row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
      if (swapped) cost = Math.min(cost, at(before, row - 2, column - 2) + 1);
      current.push(cost);
    }
    if (Math.min(...current) > maxEdits) return false;
    before = above;
    above = current;
  }
  return at(above, a.length, b.length) <= maxEdits;
}
