import { stringify } from 'csv-stringify/sync';

/**
 * Matches text that a spreadsheet would run as a formula, even after leading apostrophes. A spreadsheet that splits
 * rows at semicolons, as in much of Europe, ignores our quotation marks, so text after a semicolon or a line break also
 * begins a cell.
 */
const formula = /(^|;)('*)([=+\-@\t\r＝＋－＠])|(\n)('*)([=+\-@＝＋－＠])/g;
const guarded = /(^|;)'('*)([=+\-@\t\r＝＋－＠])|(\n)'('*)([=+\-@＝＋－＠])/g;

/** Matches a negative amount. Every spreadsheet reads it as a number, which it must remain for sums. */
const negative = /^-\d+\.\d\d$/;

/** Escapes a cell for spreadsheets by putting an apostrophe before anything that would run as a formula. */
export const guardCell = (text: string): string =>
  negative.test(text) ? text : text.replace(formula, "$1$4'$2$5$3$6");

/** Reverses `guardCell`. */
export const unguardCell = (cell: string): string => cell.replace(guarded, '$1$4$2$5$3$6');

/**
 * Formats a phone number for a CSV file: digits are grouped, +44 becomes 0, and other country codes begin with 00. A
 * spreadsheet would read bare digits as a number and drop the leading zero, and "+" would begin a formula.
 */
export const formatCsvPhone = (phone: string): string =>
  phone
    .replace(/^\+44\s*(\(0\)\s*)?/, '0')
    .replace(/^\+\s*(?=\d)/, '00 ')
    .replace(/^\d[\d./-]+$/, (digits) => digits.replace(/\D/g, '').replace(/^(\d{5})(?=\d)/, '$1 '));

/**
 * Formats rows as a CSV file that spreadsheets open with the right accents (by the byte order mark) and without
 * formulas.
 */
export const formatCsv = (rows: readonly string[][]): string => `\ufeff${formatCsvRows(rows)}`;

/** Formats further rows of a CSV file that is written in parts. */
export function formatCsvRows(rows: readonly string[][]): string {
  const cells = rows.map((row) => row.map(guardCell));
  return stringify(cells, { record_delimiter: '\r\n', quoted: true, quoted_empty: false });
}
