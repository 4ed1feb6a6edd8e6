/** Replaces straight quotation marks and apostrophes with curly ones, in headings, posters and titles alike. */
export const toCurlyQuotes = (text: string): string =>
  text
    .replace(/(?<![\p{L}\p{N}])"(?=[\p{L}\p{N}])/gu, '“')
    .replaceAll('"', '”')
    .replace(/(?<![\p{L}\p{N}])'(?=\p{L})(?!(n|em|tis|twas)\b)/giu, '‘')
    .replaceAll("'", '’');

/**
 * Replaces straight quotation marks with curly ones, and some spaces with no-break spaces, so that a line of a heading
 * rarely ends with a short word or number, or starts with a dash.
 */
export const formatHeadline = (title: string): string =>
  toCurlyQuotes(title)
    .replace(/(?<=^|\s)(\p{L}{1,2}|\d{1,2}) (?=\S{3})/gu, '$1\u00a0')
    .replace(/ (?=[-–—] )/gu, '\u00a0');

/**
 * Formats an integer with commas: "1,250". `toLocaleString` would load the browser's locale data, which takes time on a
 * phone.
 */
export const formatInteger = (count: number): string => String(count).replace(/\B(?=(\d{3})+$)/g, ',');
