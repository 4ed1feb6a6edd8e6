/** The limits of a password's length in code points: an accented letter counts as one, and so does a simple emoji. */
export const minPasswordLength = 8;
export const maxPasswordLength = 128;

/** The words that a password must not be built from. */
export interface PasswordDenylist {
  /** Common passwords, folded by `foldPassword`. */
  common: ReadonlySet<string>;
  /** Words that are easy to guess: the society's name, the person's name and email address. */
  personal: readonly string[];
}

/** Theatre words, which an attacker who knows the site tries early. */
const theatreWords = [
  'actor actress amdram applause audience audition backstage balcony ballet boxoffice breakaleg broadway callboard cast',
  'chorus comedy costume curtain curtaincall curtainup director drama dramatic encore finale footlights foyer greenroom',
  'hamlet interval lanterns limelight macbeth matinee member members membership musical opera overture pantomime panto',
  'performance player players playbill production programme prompt props rehearsal romeo scene script secretary shakespeare',
  'showtime spotlight stage stagedoor stalls theater theatre ticket tickets tragedy treasurer usher wardrobe westend',
]
  .join(' ')
  .split(' ');

/** Folds a password for comparison, because case, width and accents don't make it stronger. */
export const foldPassword = (password: string): string =>
  password
    .normalize('NFKD')
    .replace(/\p{Mn}+/gu, '')
    .toLowerCase();

const keepLetters = (text: string) => foldPassword(text).replace(/[^\p{L}]+/gu, '');

/** Runs along these sequences don't make a password stronger. */
const sequences = ['abcdefghijklmnopqrstuvwxyz', '1234567890', 'qwertyuiop', 'asdfghjkl', 'zxcvbnm'];

/**
 * Returns true if a password has at most two different characters, or follows a sequence such as "abcdef" or "54321" in
 * either direction.
 */
function isMonotonous(folded: string): boolean {
  const characters = [...folded];
  if (new Set(characters).size <= 2) return true;
  const backwards = characters.toReversed().join('');
  return sequences.some((row) => `${row}${row}`.includes(folded) || `${row}${row}`.includes(backwards));
}

/** A password with a guessable word needs at least this many other letters. */
const minOtherLetters = 5;

/**
 * Returns the words of a name or an address, and all its letters as one word, if they are long enough to matter in a
 * password.
 */
const splitWords = (text: string) =>
  [...new Set([keepLetters(text), ...text.split(/[^\p{L}\p{M}]+/u).map(keepLetters)])].filter(
    (word) => word.length >= 3,
  );

/** Returns true if a password is little more than guessable words: `Curtain-Up-2026`, `ruth1974ruth`. */
function consistsOfWords(folded: string, words: readonly string[]): boolean {
  const letters = keepLetters(folded);
  let rest = letters;
  // The longest words come first, so that "curtaincall" is removed as one word, not as two
  for (const word of words.toSorted((a, b) => b.length - a.length)) rest = rest.replaceAll(word, ' ');
  return rest.includes(' ') && rest.replaceAll(' ', '').length < minOtherLetters;
}

/**
 * Returns a message that says why a password is refused; undefined if it is accepted. Only length and guessability
 * matter: digits and symbols aren't required.
 */
export function findPasswordProblem(password: string, { common, personal }: PasswordDenylist): string | undefined {
  const length = [...password.normalize('NFC')].length;
  if (length < minPasswordLength)
    return `Use at least ${minPasswordLength} characters. Three random words make a good one.`;
  if (length > maxPasswordLength) return `Use no more than ${maxPasswordLength} characters.`;
  const folded = foldPassword(password);
  const core = folded.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '');
  if (common.has(folded) || (core !== '' && common.has(core)) || isMonotonous(folded)) {
    return 'That’s one of the first passwords anyone would try. Choose another: three random words make a good one.';
  }
  if (consistsOfWords(folded, [...theatreWords, ...personal.flatMap(splitWords)])) {
    return 'That’s easy to guess for anyone who knows you or us. Leave out names and theatre words, or add more words of your own.';
  }
  return undefined;
}
