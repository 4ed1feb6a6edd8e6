const splitWords = (name: string) => name.trim().split(/\s+/);
const toWordSet = (words: string): ReadonlySet<string> => new Set(splitWords(words));

/** Words that occur in the names of groups but are rarely surnames. */
const groupWords = toWordSet(`
  academy association brownies centre choir circle club college committee council cubs federation foundation
  friends group hospital hotel institute library limited ltd museum nursery orchestra pharmacy plc practice pub
  scouts school singers society surgery team theatre trust u3a union university youth
`);

/** Words that occur in the names of groups but are also surnames, as in "Anna Guild". */
const groupWordsAndSurnames = new Set(['band', 'guild', 'league']);

/** First words in the names of groups, as in "Village Band". */
const firstGroupWords = toWordSet(`
  arts big brass ceilidh church city community concert county craft dance district drama embroiderers football
  jazz junior ladies local marching men military mothers music parish pipe poetry quilters rock senior silver
  skiffle spinners steel swing town townswomen village weavers wind women works writers young
`);

const titles = toWordSet('dame dr lady lord miss mr mrs ms mx prof rev revd sir');

const normaliseWord = (word: string) => word.toLowerCase().replace(/\P{L}+$/u, '');
const hasArticle = ([first = '', ...rest]: readonly string[]) => first.toLowerCase() === 'the' && rest.length > 0;
const isPossessive = (word: string) => /\p{L}([’']s|s[’'])$/iu.test(word);
const isInitial = (word: string) => /^(\p{L}\.)+$|^\p{Lu}$/u.test(word);
const isGroupWord = (word: string) => word === 'WI' || groupWords.has(normaliseWord(word));

/** Returns true if a name is that of a group: "The Allotment Society", "St Luke’s Guild", "Hill Road Surgery". */
function isGroup(words: readonly string[]): boolean {
  if (hasArticle(words) || words.some(isGroupWord) || words.slice(0, -1).some(isPossessive)) return true;
  return words.some((word) => groupWordsAndSurnames.has(normaliseWord(word))) && !hasSurname(words);
}

/**
 * Returns true if the last word seems to be a surname: it follows a title, an initial, or a single word that may be a
 * given name. This is a guess; without a list of given names, "Anna Maria Guild" looks like "Alder Moor Guild". Most
 * names with one word before the last are people's, and most with more words are groups'. The search finds a name by
 * any of its words.
 */
function hasSurname(words: readonly string[]): boolean {
  const before = words.slice(0, -1);
  const [first = ''] = before;
  if (before.some((word) => groupWordsAndSurnames.has(normaliseWord(word)))) return false;
  if (titles.has(normaliseWord(first)) || before.some(isInitial)) return true;
  const isShort = /^\p{Lu}{2,}$/u.test(first) && !/^\p{Lu}+$/u.test(words.at(-1) ?? '');
  return before.length === 1 && /^\p{L}/u.test(first) && !isShort && !firstGroupWords.has(normaliseWord(first));
}

/** Formats a name for the door list: "Hollis, Dorothy" for a person, unchanged for a group. */
export function formatDoorListName(name: string): string {
  const words = splitWords(name);
  if (isGroup(words)) return words.join(' ');
  const surname = words.pop() ?? '';
  return words.length > 0 ? `${surname}, ${words.join(' ')}` : surname;
}

/** Returns the name to sort by, without an article: "Allotment Society". */
export function getSortName(name: string): string {
  const words = splitWords(name);
  return hasArticle(words) ? words.slice(1).join(' ') : formatDoorListName(name);
}

/** Returns the first letter of the name by which the list is sorted; "" if there is none. */
export const getSortInitial = (name: string): string =>
  /\p{L}/u.exec(getSortName(name))?.[0].toLocaleUpperCase('en-GB') ?? '';
