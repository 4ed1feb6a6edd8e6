/** Letters whose accents can't be separated, each with its spelling in keys. */
const plainLetters: Record<string, string> = {
  ...{ ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', ł: 'l', đ: 'd', ð: 'd', þ: 'th', ı: 'i' },
};

/** Returns the key by which a name was compared when migrations 0074 and 0108 were written. */
export const fold = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{Mn}+/gu, '')
    .toLowerCase()
    .replace(/\p{Mn}+|['’‘ʼ`´′]/gu, '')
    .replace(/[ßæœøłđðþı]/g, (letter) => plainLetters[letter] ?? letter)
    .replace(/(?<![\p{L}\p{N}])(\p{L})\.\s*(?=\p{L}\.)/gu, '$1')
    .replace(/&/g, ' and ')
    .replace(/[^\p{L}\p{N}\p{Mc}]+/gu, ' ')
    .trim();

/** Returns the key by which a title was sorted when migration 0108 was written. */
export function toSortKey(title: string): string {
  const [, article = '', rest = title] = /^[^\p{L}\p{N}]*(the|an|a)\s+(?=\S)(.*[\p{L}\p{N}].*)$/isu.exec(title) ?? [];
  const key = article === '' ? fold(rest) : `${fold(rest)}\t${fold(article)}`;
  return key.replace(/\d+/g, (digits) => digits.padStart(6, '0'));
}
