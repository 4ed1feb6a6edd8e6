/**
 * A title as a headline shows it: a short word or a day stays on the line of the word that it leads to, so that none
 * ends with "A" or "14".
 */
export const headline = (title: string): string =>
  title.replace(/(?<=^|\s)(\p{L}{1,2}|\d{1,2}) (?=\S{3})/gu, '$1\u00a0');
