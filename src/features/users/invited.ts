import { z } from 'zod';
import { emailKey } from '../accounts/email.ts';

export interface PastedPerson {
  firstname: string;
  lastname: string;
  email: string;
}

export interface Pasted {
  people: PastedPerson[];
  /** Lines, from 1, that nobody could be made of. */
  unread: { line: number; text: string; why: string }[];
  /** How often an address came again. */
  repeated: number;
}

/** As many as one list may hold. */
export const MOST_INVITED = 2000;
const LONGEST_NAME = 60;

/** A run without blanks and what separates people, around an @; in angle brackets or not. */
const addressed = /(?:<\s*)?(?:mailto:)?([^\s<>,;"“”()[\]|]+@[^\s<>,;"“”()[\]|]*[^\s<>,;"“”()[\]|.])\.?(?:\s*>)?/giu;

/**
 * Reads a list as people paste it: from a spreadsheet (tabs), a CSV file, a mail's To field (`Name <address>`, several
 * to a line) or plain addresses. A first line without an address may name the columns. Nobody is made up: what can't be
 * read is said, with its line.
 */
export function readPasted(text: string): Pasted {
  const read: Pasted = { people: [], unread: [], repeated: 0 };
  const known = new Map<string, PastedPerson>();
  let columns: Columns | undefined;
  let first = true;
  for (const [index, raw] of text.split(/\r\n|[\r\n\u2028\u2029\v\f]/).entries()) {
    const line = raw.replace(/[\u200b\ufeff]|\p{Cf}/gu, '').replace(/[^\S\t]/g, ' ');
    if (line.trim() === '') continue;
    const unread = (why: string) => read.unread.push({ line: index + 1, text: line.trim().slice(0, 120), why });
    const found = [...line.matchAll(addressed)];
    if (found.length === 0) {
      const named = first ? columnsNamed(line) : undefined;
      if (named) columns = named;
      else unread('There is no email address in this line.');
    }
    first = false;
    let from = 0;
    for (const match of found) {
      const email = match[1] ?? '';
      const end = match.index + match[0].length;
      const around =
        found.length === 1 ? `${line.slice(0, match.index)}\u0000${line.slice(end)}` : line.slice(from, match.index);
      from = end;
      if (!z.email().max(254).safeParse(email).success) {
        unread(`“${email.slice(0, 80)}” is no email address.`);
        continue;
      }
      const name = nameIn(around, { columns, inBrackets: match[0].includes('<') });
      const before = known.get(emailKey(email));
      if (before) {
        read.repeated += 1;
        if (before.firstname === '' && before.lastname === '') Object.assign(before, name);
        continue;
      }
      const person = { ...name, email };
      known.set(emailKey(email), person);
      read.people.push(person);
    }
  }
  return read;
}

interface Columns {
  firstname: number;
  lastname: number;
}

/** Which cells hold the names, by a line that names the columns; undefined where it is no such line. */
function columnsNamed(line: string): Columns | undefined {
  const cells = cellsOf(line).map((cell) => cell.toLowerCase());
  if (!cells.some((cell) => /e-?mail|address/.test(cell))) return undefined;
  const at = (sign: RegExp) => cells.findIndex((cell) => sign.test(cell));
  return {
    firstname: at(/first|given|forename|^name|full name/),
    lastname: at(/last|surname|family/),
  };
}

const cellsOf = (line: string): string[] =>
  line.split(line.includes('\t') ? '\t' : /[,;]/).map((cell) => cell.replace(/^[\s"'“”|•*-]+|[\s"'“”|:]+$/g, ''));

function nameIn(
  around: string,
  { columns, inBrackets }: { columns: Columns | undefined; inBrackets: boolean },
): Pick<PastedPerson, 'firstname' | 'lastname'> {
  const cells = cellsOf(around);
  if (columns && cells.some((cell) => cell === '\u0000')) {
    const [firstname, lastname] = [cells[columns.firstname] ?? '', cells[columns.lastname] ?? ''].map(asName);
    if (lastname) return { firstname: firstname ?? '', lastname };
    if (firstname) return inWords(firstname);
  }
  const names = cells.map((cell) => asName(cell.replace('\u0000', ' '))).filter(Boolean);
  const [one = '', other] = names;
  if (other === undefined) return inWords(one);
  // "Hale, Ann <ann@example.org>" is how mail programs turn a name round
  return inBrackets ? { firstname: other, lastname: one } : { firstname: one, lastname: other };
}

/** A cell as a name: one with digits is a telephone number or a date, and no name. */
const asName = (cell: string): string =>
  /[\d@]/.test(cell)
    ? ''
    : cell
        .replace(/[\p{Cc}<>()"“”[\]|]+/gu, ' ')
        .split(/\s+/)
        .filter((word) => /\p{L}/u.test(word))
        .join(' ')
        .slice(0, LONGEST_NAME)
        .trim();

/** The last word is the surname. */
function inWords(name: string): Pick<PastedPerson, 'firstname' | 'lastname'> {
  const words = name.split(' ');
  const lastname = words.length > 1 ? (words.pop() ?? '') : '';
  return { firstname: words.join(' '), lastname };
}
