import { RowError } from './imports.ts';
import { email as emailSchema } from './schemas.ts';

/** Collects the faults of a row of an imported file, so that all of them are reported at once. */
export class RowFaults<Column extends string> {
  readonly #faults: RowError<Column>[] = [];

  /** Returns the result of `read`. If it throws a RowError, records the error and returns `otherwise`. */
  attempt<Value, Otherwise>(read: () => Value, otherwise: Otherwise): Value | Otherwise {
    try {
      return read();
    } catch (error) {
      if (!(error instanceof RowError)) throw error;
      this.#faults.push(error);
      return otherwise;
    }
  }

  add(column: Column, reason: string): void {
    this.#faults.push(new RowError(column, reason));
  }

  /** @throws RowError for the column of the first fault, with the reasons of all faults */
  throwIfAny(): void {
    const [first, ...others] = this.#faults;
    if (!first) return;
    const reasons = [first.message, ...others.map(({ column, message }) => `${column}: ${message}`)];
    throw new RowError<Column>(first.column, reasons.join('; '));
  }
}

/** Returns true for words that people write into a list to mean "nothing". */
export const isBlankWord = (text: string): boolean => /^(?:[-–—.?/]+|n\/?a|none|nil|no|no e?-?mail)$/i.test(text);

/**
 * Parses the email addresses in a cell: "mailto:ann@players.example", "Ann Hale <ann@players.example>", or several.
 * Returns the first address ("" for none) and the others; undefined if the cell contains anything else.
 */
export function parseEmailCell(text: string): { email: string; others: string[] } | undefined {
  if (text === '' || isBlankWord(text)) return { email: '', others: [] };
  const [first, ...others] = text
    .slice(0, 1000)
    .split(/[\s,;<>()[\]"“”|]+/)
    .map((part) => part.replace(/^['‘]?mailto:/i, '').replace(/^([^@]*@[^#?]*).*$/, '$1'))
    .map((part) => part.replace(/^['‘]/, '').replace(/[.:'’]+$/, ''))
    .filter((part) => part.includes('@'));
  const read = emailSchema('').safeParse(first ?? '');
  return read.success && read.data !== ''
    ? { email: read.data, others: others.filter((one) => one !== first) }
    : undefined;
}

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

const totals =
  /^(?:(?:grand|sub)[\s-]?)?totals?\b[\s:=–-]*(?:[£\d.,\s]*|(?:of |no\.? of )?[a-z ]{0,30}[\s:=]*[£\d.,\s]*(?:members|people)?)$/i;

/** The maximum length of a totals line. The pattern takes cubic time on long texts. */
const mostCharacters = 100;

/** Returns true for the text of a line below a list, such as "Total", "Totals: 42 members" or "Grand total £1,050". */
export const isTotalsLine = (text: string): boolean => text.length <= mostCharacters && totals.test(text);
