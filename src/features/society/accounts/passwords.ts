/** The fewest and most characters of a password; an accented letter, or an emoji, counts once. */
export const minPasswordLength = 8;
export const maxPasswordLength = 128;

/** The words that a password must not be built from. */
export interface PasswordDenylist {
  /** Passwords that are tried first, folded by `foldPassword`. */
  common: ReadonlySet<string>;
  /** Words that are easy to guess: the society's name, the person's own, their address. */
  near: readonly string[];
}

/** Theatre words, which an attacker who knows the site tries early. */
const theatre = [
  'actor actress amdram applause audience audition backstage balcony ballet boxoffice breakaleg broadway callboard cast',
  'chorus comedy costume curtain curtaincall curtainup director drama dramatic encore finale footlights foyer greenroom',
  'hamlet interval lanterns limelight macbeth matinee member members membership musical opera overture pantomime panto',
  'performance player players playbill production programme prompt props rehearsal romeo scene script secretary shakespeare',
  'showtime spotlight stage stagedoor stalls theater theatre ticket tickets tragedy treasurer usher wardrobe westend',
]
  .join(' ')
  .split(' ');

/** Folds a password for comparison: case, width and accents add no strength. */
export const foldPassword = (password: string): string =>
  password
    .normalize('NFKD')
    .replace(/\p{Mn}+/gu, '')
    .toLowerCase();

const lettersOf = (text: string) => foldPassword(text).replace(/[^\p{L}]+/gu, '');

/** Repeats of one character, and runs along a row of keys or the alphabet, of at least this length add no strength. */
const rows = ['abcdefghijklmnopqrstuvwxyz', '1234567890', 'qwertyuiop', 'asdfghjkl', 'zxcvbnm'];

/** Returns true if all of it is one repeated character, or one run in either direction. */
function isMonotonous(folded: string): boolean {
  const characters = [...folded];
  if (new Set(characters).size <= 2) return true;
  const backwards = characters.toReversed().join('');
  return rows.some((row) => `${row}${row}`.includes(folded) || `${row}${row}`.includes(backwards));
}

/** A password containing a guessable word needs at least this many other letters. */
const ofOnesOwn = 5;

/** Returns the words in a name or an address that are long enough to be most of a password. */
const wordsIn = (text: string) =>
  [...new Set([lettersOf(text), ...text.split(/[^\p{L}\p{M}]+/u).map(lettersOf)])].filter((word) => word.length >= 3);

/** Returns true if a password is little more than easy words: `Curtain-Up-2026`, `ruth1974ruth`. */
function isMadeOf(folded: string, words: readonly string[]): boolean {
  const letters = lettersOf(folded);
  let rest = letters;
  // Longest first, so that "curtaincall" is removed as one word
  for (const word of words.toSorted((a, b) => b.length - a.length)) rest = rest.replaceAll(word, ' ');
  return rest.includes(' ') && rest.replaceAll(' ', '').length < ofOnesOwn;
}

/**
 * Returns why a password is rejected, as a sentence for the user; undefined when it is accepted. Only length and
 * guessability count: digits and symbols aren't required.
 */
export function findPasswordFault(password: string, { common, near }: PasswordDenylist): string | undefined {
  const length = [...password.normalize('NFC')].length;
  if (length < minPasswordLength)
    return `Use at least ${minPasswordLength} characters. Three random words make a good one.`;
  if (length > maxPasswordLength) return `Use no more than ${maxPasswordLength} characters.`;
  const folded = foldPassword(password);
  const core = folded.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '');
  if (common.has(folded) || (core !== '' && common.has(core)) || isMonotonous(folded)) {
    return 'That’s one of the first passwords anyone would try. Choose another: three random words make a good one.';
  }
  if (isMadeOf(folded, [...theatre, ...near.flatMap(wordsIn)])) {
    return 'That’s easy to guess for anyone who knows you or us. Leave out names and theatre words, or add more of your own.';
  }
  return undefined;
}
