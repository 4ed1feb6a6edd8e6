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
