/**
 * Restores the leading 0 of a British telephone number that a spreadsheet stored as a number: "1632960777". Everything
 * else stays as typed.
 */
export function restorePhoneZero(text: string): string {
  const figures = /^([1-37-9]\d{8,9})(?:\.0+)?$/.exec(text)?.[1];
  return figures === undefined ? text : `0${figures}`;
}

/** Returns true if a spreadsheet has shortened a telephone number to a form such as "7.7009E+09". */
export const isShortenedNumber = (text: string): boolean => /^\d(?:[.,]\d+)?e\+?\d+$/i.test(text);
