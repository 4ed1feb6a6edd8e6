import { stringify } from 'csv-stringify/sync';

/**
 * A spreadsheet would run what begins like this as a formula, even behind apostrophes that hide the beginning. If it
 * splits rows at semicolons, as in much of Europe, it ignores our quotation marks, so what follows a semicolon or a
 * line break begins a cell as well.
 */
const formula = /(^|;)('*)([=+\-@\t\r＝＋－＠])|(\n)('*)([=+\-@＝＋－＠])/g;
const guarded = /(^|;)'('*)([=+\-@\t\r＝＋－＠])|(\n)'('*)([=+\-@＝＋－＠])/g;

/** A negative amount is a number to every spreadsheet, and has to stay one for its sums. */
const negative = /^-\d+\.\d\d$/;

/** Escapes a cell for spreadsheets: an apostrophe goes before anything that would run as a formula. */
export const guardCell = (text: string): string =>
  negative.test(text) ? text : text.replace(formula, "$1$4'$2$5$3$6");

/** Reverses `guardCell`. */
export const unguardCell = (cell: string): string => cell.replace(guarded, '$1$4$2$5$3$6');

/**
 * Formats a phone number for a CSV file. A spreadsheet reads bare digits as a number and drops the leading zero, and "+" would
 * begin a formula, so digits are grouped and +44 becomes 0, other country codes 00.
 */
export const csvPhone = (phone: string): string =>
  phone
    .replace(/^\+44\s*(\(0\)\s*)?/, '0')
    .replace(/^\+\s*(?=\d)/, '00 ')
    .replace(/^\d[\d./-]+$/, (digits) => digits.replace(/\D/g, '').replace(/^(\d{5})(?=\d)/, '$1 '));

/**
 * Formats rows as a CSV file that spreadsheets open with the right accents (by the byte order mark) and without formulas.
 */
export const formatCsv = (rows: readonly string[][]): string => `\ufeff${formatCsvRows(rows)}`;

/** Formats further rows of a CSV file that is written in parts. */
export function formatCsvRows(rows: readonly string[][]): string {
  const cells = rows.map((row) => row.map(guardCell));
  return stringify(cells, { record_delimiter: '\r\n', quoted: true, quoted_empty: false });
}
