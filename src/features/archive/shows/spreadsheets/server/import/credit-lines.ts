import type { NewCredit } from '../../../incoming-show.ts';

/* Cast and crew in one cell of our export, a credit a line: "1 | Hamlet | Ann Hale", and with another printed name,
   "1 | Hamlet | Ann Hale | as Ann Stott". A bar inside a role or name is written \|. */
const escapeBars = (text: string) => text.replace(/[\\|]/g, '\\$&');
const unescapeBars = (text: string) => text.replace(/\\([\\|])/g, '$1');

/** Formats the credits of one kind as lines. */
export function formatCreditLines(credits: readonly NewCredit[]): string {
  return credits
    .map(({ order, role, person, as }) => {
      const parts = [String(order), escapeBars(role), escapeBars(person)];
      return (as === '' ? parts : [...parts, `as ${escapeBars(as)}`]).join(' | ');
    })
    .join('\n');
}

/** Parses the output of `writeCredits`; a string is the first line that is not a credit. Blank lines are skipped. */
export function parseCreditLines(cell: string, kind: NewCredit['kind']): NewCredit[] | string {
  const credits: NewCredit[] = [];
  for (const line of cell.split(/\r\n?|\n/)) {
    if (line.trim() === '') continue;
    const [order = '', role = '', person = '', as = '', ...more] = split(line);
    const whole = /^-?\d{1,9}$/.test(order) && person !== '' && more.length === 0 && /^(?:$|as\s)/.test(as);
    if (!whole) return line.trim();
    credits.push({ person, as: as.replace(/^as\s+/, ''), kind, role, order: Number(order) });
  }
  return credits;
}

/** The parts between bars; a bar behind a backslash is not one. */
function split(line: string): string[] {
  return (line.match(/(?:^|\|)((?:\\.|[^\\|])*)/g) ?? []).map((part) => unescapeBars(part.replace(/^\|/, '').trim()));
}
