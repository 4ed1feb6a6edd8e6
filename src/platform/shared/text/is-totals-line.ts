const totals =
  /^(?:(?:grand|sub)[\s-]?)?totals?\b[\s:=–-]*(?:[£\d.,\s]*|(?:of |no\.? of )?[a-z ]{0,30}[\s:=]*[£\d.,\s]*(?:members|people)?)$/i;

/** The maximum length of a totals line. The pattern takes cubic time on long texts. */
const mostCharacters = 100;

/** Returns true for the text of a line below a list, such as "Total", "Totals: 42 members" or "Grand total £1,050". */
export const isTotalsLine = (text: string): boolean => text.length <= mostCharacters && totals.test(text);
