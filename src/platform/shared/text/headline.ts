/** Sets straight quotation marks and apostrophes as curly ones. Posters and titles follow the same rule. */
export const toCurlyQuotes = (text: string): string =>
  text
    .replace(/(?<![\p{L}\p{N}])"(?=[\p{L}\p{N}])/gu, '“')
    .replaceAll('"', '”')
    .replace(/(?<![\p{L}\p{N}])'(?=\p{L})(?!(n|em|tis|twas)\b)/giu, '‘')
    .replaceAll("'", '’');

/**
 * Sets curly quotation marks. Also sets no-break spaces, so that no line of a heading ends with a short word or number,
 * or starts with a dash.
 */
export const preventTitleWidows = (title: string): string =>
  toCurlyQuotes(title)
    .replace(/(?<=^|\s)(\p{L}{1,2}|\d{1,2}) (?=\S{3})/gu, '$1\u00a0')
    .replace(/ (?=[-–—] )/gu, '\u00a0');
