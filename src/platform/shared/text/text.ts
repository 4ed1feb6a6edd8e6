/** Letters that `normalize('NFKD')` doesn't decompose, each with its spelling in searches. */
const PLAIN: Record<string, string> = { ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', ł: 'l', đ: 'd', ð: 'd', þ: 'th', ı: 'i' };

/**
 * Returns a text in the form in which searches compare texts: lower case, no accents, no apostrophes ("Doll’s" and
 * "Dolls" are the same), "&" read as "and", initials joined ("J. B." and "JB" are the same), a single space for
 * anything else between letters and digits. Folding twice changes nothing.
 */
export function foldText(text: string): string {
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

const MAX_QUERY_TEXT_LENGTH = 200;

/** Cleans a text from a URL: at most 200 UTF-16 units by default, without control characters or direction marks. */
export function cleanQueryText(text: string, maxLength = MAX_QUERY_TEXT_LENGTH): string {
  return text
    .slice(0, maxLength)
    .replace(/[\p{Cc}\u2028\u2029]/gu, ' ')
    .replace(/\p{Cs}/gu, '')
    .replace(directionMarks, '');
}

/** Characters that change the direction of text. Phones and Windows put them around copied text. */
export const directionMarks = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** Returns true if every `%` in a URL encodes a character. */
export function isDecodableUrl(address: string): boolean {
  try {
    // The result is used, because a bundler may remove a call whose only purpose is to throw
    return typeof decodeURIComponent(address) === 'string';
  } catch {
    return false;
  }
}
