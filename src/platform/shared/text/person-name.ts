import { cleanLine } from './clean-line.ts';
import { foldText } from './text.ts';

/** The parts of a person's name, in spoken order. */
export interface PersonName {
  /** "Mrs", "Dr"; "" for none. */
  title: string;
  firstname: string;
  /** The surname with its particles: "van der Berg". "" if the name is a single word. */
  lastname: string;
}

const titles = new Set('mr mrs miss ms mx mstr dr prof professor rev revd reverend cllr'.split(' '));
/** Titles that are spoken with the first name, and so are part of it. */
const honorifics = new Set('sir dame lady lord'.split(' '));
const lowerParticles = new Set(
  'van von der den de del della di da du la le ten ter zu zur af av bin ibn al dos das'.split(' '),
);
const surnamePrefixes = new Set([...lowerParticles, 'st', 'mc', 'mac']);
const suffixes = new Set('jr jnr sr snr ii iii iv obe mbe cbe kbe bem jp phd esq'.split(' '));
/**
 * Surnames with a second capital after "Mac". They are listed because "Mac" also begins many ordinary names, such as
 * Machin or Mackie.
 */
const clans =
  /^mac(allister|arthur|askill|aulay|bride|callum|cormack|dermott|donald|donnell|dougall|duff|ewan|farlane|gillivray|gregor|innes|intosh|intyre|iver|kenna|kenzie|kinnon|lachlan|laren|lean|lennan|leod|manus|millan|nab|naughton|neil|neill|niven|pherson|quarrie|rae|taggart|vicar)$/;

/** Folds a word to look it up. A word with accents is never a title, suffix or particle, so it isn't folded. */
const plain = (word: string) => (/^[ -~’]*$/.test(word) ? foldText(word).replaceAll(' ', '') : word);
const isTitle = (word: string) => titles.has(plain(word));
const isSuffix = (word: string) => suffixes.has(plain(word));
const wordsIn = (text: string) =>
  text
    .split(' ')
    .filter((word) => /[\p{L}\p{N}&]/u.test(word))
    .map((word) => (isTitle(word) ? word.replace(/[()]/g, '') : word));

/**
 * Splits a name in the notation of a printed list: "BROWN, KATE", "MRS JEAN POTTS", "Brown, Mrs Kate". Corrects the
 * case of a name that is all capitals or all small letters, and of single words in capitals, such as a surname.
 * Everything else stays as typed, and no letter is lost.
 */
export function parsePersonName(text: string): PersonName {
  const line = cleanLine(text)
    .replace(/["“”]/g, ' ')
    .replace(/\s+([,;])/g, '$1');
  const [last = [], ...others] = line
    .split(/[,;]/)
    .map(wordsIn)
    .filter((words) => words.length > 0);
  const given = others.flat();
  const isReversed = given.some((word) => !isSuffix(word) && !isTitle(word)) && last.some((word) => !isTitle(word));
  const before = withoutTitle(isReversed ? last : [], { hasSurname: true });
  const { title, words } = withoutTitle(isReversed ? given.filter((word) => !isSuffix(word)) : [...last, ...given], {
    hasSurname: isReversed,
  });
  const parts = isReversed ? { first: words, last: [...before.words, ...given.filter(isSuffix)] } : splitInOrder(words);
  const caseOf = correctCase([...parts.first, ...parts.last], before.words);
  return {
    title: [...before.title, ...title].map((word) => recase(word)).join(' '),
    firstname: parts.first.map((word, index) => caseOf(word, index === 0 ? 'first' : 'inside')).join(' '),
    lastname: parts.last
      .map((word, index) => caseOf(word, index === parts.last.length - 1 ? 'last' : 'inside'))
      .join(' '),
  };
}

/**
 * Separates the titles before and after a name from its other words. They stay in a couple's name and, unless the
 * surname is known from a comma (`hasSurname`), if only one word would be left: "Mrs Potts".
 */
function withoutTitle(
  words: readonly string[],
  { hasSurname }: { hasSurname: boolean },
): { title: string[]; words: string[] } {
  const isCouple = words.some((word) => /^(&|\+|and)$/i.test(word));
  const title: string[] = [];
  const rest = [...words];
  while (!isCouple && rest.length > 1 && isTitle(rest[0] ?? '')) title.push(rest.shift() ?? '');
  while (!isCouple && rest.length > 1 && isTitle(rest.at(-1) ?? '')) title.push(rest.pop() ?? '');
  if (rest.length === 1 && title.length > 0 && !hasSurname) return { title: [], words: [...title, ...rest] };
  return { title, words: rest };
}

function splitInOrder(words: readonly string[]) {
  if (words.length < 2) return { first: [...words], last: [] };
  let start = words.length - 1;
  while (start > 1 && isSuffix(words[start] ?? '')) start -= 1;
  while (start > 1 && surnamePrefixes.has(plain(words[start - 1] ?? ''))) start -= 1;
  return { first: words.slice(0, start), last: words.slice(start) };
}

const isSmall = (word: string) => lowerParticles.has(plain(word)) || plain(word) === 'and';
const isUpper = (text: string) => /\p{Lu}/u.test(text) && !/\p{Ll}/u.test(text);
const isLower = (text: string) => /\p{Ll}/u.test(text) && !/\p{Lu}/u.test(text);

type Position = 'first' | 'inside' | 'last';

/**
 * Returns a function that corrects the case of a word, judging by the whole name: of "Kate BROWN", only the surname is
 * changed.
 */
function correctCase(all: readonly string[], surname: readonly string[]) {
  // Particles in the middle are lower-case in any name, so they don't count here
  const whole = all.filter((word, index) => index === 0 || index === all.length - 1 || !isSmall(word)).join(' ');
  const oneCase = isUpper(whole) || isLower(whole);
  const surnameIsUpper = isUpper(surname.join(' '));
  return (word: string, position: Position): string => {
    const isShouted = isUpper(word) && /^\P{L}*\p{Lu}/u.test(word);
    const isWrong = oneCase || (isShouted && (lettersIn(word) > 2 || (surnameIsUpper && surname.includes(word))));
    if (!isWrong) return word;
    if (isSuffix(word)) return isUpper(word) ? word : recase(word);
    // Initials without a vowel, such as "JP", stay as they are
    if (position !== 'last' && lettersIn(word) === 2 && !/[aeiouy]/i.test(word) && plain(word) !== 'st') return word;
    if (position === 'inside' && isSmall(word)) return lower(word);
    return recase(word);
  };
}

const lettersIn = (word: string) => word.match(/\p{L}/gu)?.length ?? 0;

/** Converts letters to lower case, except those that couldn't be converted back to the same capitals. */
const lower = (text: string) =>
  [...text].map((letter) => (letter.toLowerCase().toUpperCase() === letter ? letter.toLowerCase() : letter)).join('');
const upper = (text: string) =>
  [...text].map((letter) => (letter.toUpperCase().toLowerCase() === letter ? letter.toUpperCase() : letter)).join('');

/** Writes "MCDONALD" as McDonald, "O'BRIEN" as O'Brien, "SMITH-JONES" as Smith-Jones. Leaves "J.R." unchanged. */
function recase(word: string): string {
  const small = lower(word);
  return small.replace(/(?<![\p{L}\p{M}])((?:\p{L}\p{M}*){1,2}['’])?(\p{L}[\p{L}\p{M}]*)/gu, (_, prefix = '', rest) => {
    const capital = (text: string) => `${upper([...text][0] ?? '')}${[...text].slice(1).join('')}`;
    const clan = /^mc(?=\p{L}{2})/u.test(rest) ? 2 : clans.test(plain(rest)) ? 3 : 0;
    return `${prefix && capital(prefix)}${capital(rest.slice(0, clan))}${capital(rest.slice(clan))}`;
  });
}

/**
 * Returns the first and last name, in that order. Titles are left out, except in names such as "Mrs Potts" and "Mr &
 * Mrs J Brown". Returns the text itself if it contains no name.
 */
export function formatPersonName(text: string): string {
  const { firstname, lastname } = parsePersonName(text);
  return `${firstname} ${lastname}`.trim() || cleanLine(text);
}

/** Returns a key that is the same for two spellings of one name, such as "SMITH, JOHN" and "john smith". */
export const buildPersonNameKey = (text: string): string => foldText(formatPersonName(text));

/**
 * Returns a version of `buildPersonNameKey` that computes the key of each name only once. Otherwise comparing thousands
 * of names would be slow.
 */
export function memoisePersonNameKey(): typeof buildPersonNameKey {
  const keys = new Map<string, string>();
  return (text) => {
    const key = keys.get(text) ?? buildPersonNameKey(text);
    keys.set(text, key);
    return key;
  };
}

/**
 * Returns the name by which an email greets somebody: the first name, or the whole name if it has only initials or a
 * title.
 */
export function formatGreetingName(text: string): string {
  const { firstname, lastname } = parsePersonName(text);
  const [first = ''] = firstname.split(' ');
  if (/ (&|\+|and) /i.test(firstname) && !isTitle(first)) return firstname;
  const isUsable = lettersIn(first) > 1 && !isUpper(first) && !isTitle(first) && !honorifics.has(plain(first));
  return isUsable && lastname !== '' ? first : formatPersonName(text);
}
