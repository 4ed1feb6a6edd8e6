import { stringify } from 'csv-stringify/sync';

/**
 * A spreadsheet would run what begins like this as a formula, even behind the apostrophes that hide one. Where it is
 * set to split rows at semicolons, as in much of Europe, it takes no notice of our quotation marks: then what stands
 * behind a semicolon or on a new line begins a cell as well.
 */
const formula = /(^|;)('*)([=+\-@\t\r＝＋－＠])|(\n)('*)([=+\-@＝＋－＠])/g;
const guarded = /(^|;)'('*)([=+\-@\t\r＝＋－＠])|(\n)'('*)([=+\-@＝＋－＠])/g;

/** The cell as it can be given to a spreadsheet: what would be run as a formula is led by an apostrophe. */
export const guardCell = (text: string): string => text.replace(formula, "$1$4'$2$5$3$6");

/** What `guardCell` was given. */
export const unguardCell = (cell: string): string => cell.replace(guarded, '$1$4$2$5$3$6');

/** Rows as a CSV file that spreadsheets open with their accents (the byte order mark) and with nothing to run in it. */
export const csvForSpreadsheets = (rows: readonly string[][]): string => `\ufeff${csvRows(rows)}`;

/** More rows of such a file, where it is written in parts. */
export function csvRows(rows: readonly string[][]): string {
  const cells = rows.map((row) => row.map(guardCell));
  return stringify(cells, { record_delimiter: '\r\n', quoted: true, quoted_empty: false });
}
