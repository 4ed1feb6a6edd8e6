import { foldText } from './text.ts';

/** Words that don't distinguish one plan or ticket type from another. */
const fillers = new Set(
  'member membership plan subscription sub fee rate annual yearly ticket price seat standard type the a an'.split(' '),
);

/**
 * Finds the items that `text` may name: the item with that name, whatever its case and accents. If there is none, finds
 * the items whose names contain all distinguishing words of the text, even if a word is shortened ("Conc." for
 * "Concession") or in the plural. Items whose names have no other distinguishing word are preferred. Returns []
 * for an unknown name.
 */
export function findItemsBySimilarName<Item extends { name: string }>(text: string, items: readonly Item[]): Item[] {
  const exact = items.find(({ name }) => foldText(name) === foldText(text));
  if (exact) return [exact];
  const all = wordsOf(text);
  if (all.length === 0) return [];
  const telling = withoutFillers(all);
  const named = items.map((item) => {
    const words = wordsOf(item.name);
    return { item, words: telling.length > 0 ? withoutFillers(words) : words };
  });
  const words = telling.length > 0 ? telling : all;
  const same = named.filter((one) => words.length === one.words.length && isWithin(words, one.words));
  const found = same.length > 0 ? same : named.filter((one) => isWithin(words, one.words));
  return found.map(({ item }) => item);
}

const isWithin = (words: readonly string[], all: readonly string[]) =>
  words.every((word) => all.some((one) => one === word || (word.length > 2 && one.startsWith(word))));

const withoutFillers = (words: readonly string[]) => words.filter((word) => !fillers.has(word));

/** Returns the words of a name in the singular, without prices and years. */
const wordsOf = (text: string): string[] =>
  foldText(text.replace(/[£€$]\s?\d[\d.,]*|\d+[.,]\d\d|\b(?:19|20)\d\d(?:\s?[-/]\s?\d{2,4})?/g, ' '))
    .replace(/\bu ?(\d+)s?\b/g, 'under $1')
    .split(' ')
    .map((word) => (word.length > 3 && !word.endsWith('ss') ? word.replace(/s$/, '') : word))
    .filter((word) => word !== '');
