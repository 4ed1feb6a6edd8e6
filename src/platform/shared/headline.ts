/**
 * A title as a headline shows it: a short word or a day stays on the line of the word that it leads to, so that none
 * ends with "A" or "14", and a dash on the line of the word before it, so that none begins with "-".
 */
export const headline = (title: string): string =>
  title.replace(/(?<=^|\s)(\p{L}{1,2}|\d{1,2}) (?=\S{3})/gu, '$1\u00a0').replace(/ (?=[-–—] )/gu, '\u00a0');
