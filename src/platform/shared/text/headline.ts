/** Inserts no-break spaces so that no line of a heading ends with a short word or number, or starts with a dash. */
export const preventTitleWidows = (title: string): string =>
  title.replace(/(?<=^|\s)(\p{L}{1,2}|\d{1,2}) (?=\S{3})/gu, '$1\u00a0').replace(/ (?=[-–—] )/gu, '\u00a0');
