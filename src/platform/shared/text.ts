/** Letters whose accents can't be separated, and their spelling for searches. */
const PLAIN: Record<string, string> = { ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', ł: 'l', đ: 'd', ð: 'd', þ: 'th', ı: 'i' };

/**
 * Text in the form that searches compare: lower case, no accents, apostrophes dropped ("Doll’s" and "Dolls" are one),
 * "&" read as "and", initials run together ("J. B." and "JB" are one), all other punctuation a single space. Folding
 * twice changes nothing.
 */
export function fold(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{Mn}+/gu, '')
    .toLowerCase()
    .replace(/\p{Mn}+|['’‘ʼ`´′]/gu, '')
    .replace(/[ßæœøłđðþı]/g, (letter) => PLAIN[letter] ?? letter)
    .replace(/(?<![\p{L}\p{N}])(\p{L})\.\s*(?=\p{L}\.)/gu, '$1')
    .replace(/&/g, ' and ')
    .replace(/[^\p{L}\p{N}\p{Mc}]+/gu, ' ')
    .trim();
}

const LONGEST_TEXT = 200;

/** Text from an address: at most 200 UTF-16 units unless told otherwise, without control or direction-turning characters. */
export function cleanText(text: string, longest = LONGEST_TEXT): string {
  return text
    .slice(0, longest)
    .replace(/[\p{Cc}\u2028\u2029]/gu, ' ')
    .replace(/\p{Cs}/gu, '')
    .replace(turning, '');
}

/** What turns the direction of text. Telephones and Windows put it around what they copy. */
const turning = /[\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/**
 * Invisible characters that nobody meant to type: control characters, zero-width spaces, soft hyphens, byte order
 * marks.
 */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const invisible = /[\u0000-\u0008\u000e-\u001f\u007f-\u009f\u00ad\u200b\u2060\ufeff]/g;

/**
 * Normalises one line for storage: trims it, collapses white space and removes direction marks, so that names that look
 * the same are the same. Curly quotes and dashes stay.
 */
export function cleanLine(text: string): string {
  return text.replace(invisible, '').replace(turning, '').replace(/\s+/g, ' ').trim().normalize('NFC');
}

/** Markdown of several lines: line ends are `\n`, and no blank lines surround it; the inside is the writer's. */
export function cleanBlock(text: string): string {
  return text
    .replace(/\r\n?/g, '\n')
    .replace(invisible, '')
    .replace(/^(?:[^\S\n]*\n)+/, '')
    .trimEnd()
    .normalize('NFC');
}

/** Returns true if every `%` in an address encodes a character. */
export function isDecodable(address: string): boolean {
  try {
    // The result is used: a bundler may remove a call that is only made to see whether it throws
    return typeof decodeURIComponent(address) === 'string';
  } catch {
    return false;
  }
}
