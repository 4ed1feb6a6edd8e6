import { stringify } from 'csv-stringify/sync';

/** A spreadsheet would run a cell that begins like this as a formula, even behind the apostrophes that hide one. */
const formula = /^'*[=+\-@\t\r＝＋－＠]/;

/** The cell as it can be given to a spreadsheet: one that would be run as a formula is led by an apostrophe. */
export function guardCell(text: string): string {
  return formula.test(text) ? `'${text}` : text;
}

/** What `guardCell` was given. */
export function unguardCell(cell: string): string {
  return cell.startsWith("'") && formula.test(cell) ? cell.slice(1) : cell;
}

/** Rows as a CSV file that spreadsheets open with their accents (the byte order mark) and with nothing to run in it. */
export const csvForSpreadsheets = (rows: readonly string[][]): string => `\ufeff${csvRows(rows)}`;

/** More rows of such a file, where it is written in parts. */
export function csvRows(rows: readonly string[][]): string {
  const guarded = rows.map((row) => row.map(guardCell));
  // Left to itself, csv-stringify quotes no bare \n while lines end in \r\n.
  return stringify(guarded, { record_delimiter: '\r\n', quoted_match: /[\r\n]/ });
}
