import { z } from 'zod';
import { normaliseEmail } from '#features/society/accounts/email.ts';
import { runToCompletion } from '#platform/shared/run-to-completion.ts';
import { parsePersonName } from '#platform/shared/text/person-name.ts';

export interface PastedPerson {
  firstname: string;
  lastname: string;
  email: string;
}

export interface ParsedInvitationList {
  people: PastedPerson[];
  /** Numbers of the lines, from 1, in which nobody was found. */
  unread: { line: number; text: string; why: string }[];
  /** The number of repetitions of an address. */
  repeated: number;
}

/** The most people of a list, and the most lines that may be something else. */
export const MAX_INVITATIONS = 2000;
const LONGEST_NAME = 60;

/** Separates people, and a name from an address. */
const separator = /[\s<>,;"“”()[\]|]/u;

/** The longest text around an address that its name is looked for in. */
const longestAround = 2000;

const isAddress = (email: string) => email.length <= LONGEST_ADDRESS && emailShape.safeParse(email).success;
const emailShape = z.email();
const LONGEST_ADDRESS = 254;

/** An address found in a line, in angle brackets or not, and its position. */
interface Addressed {
  email: string;
  from: number;
  end: number;
  inBrackets: boolean;
}

/**
 * Finds each run of characters with an @ in it, looking at each character once: a pattern that searches from each
 * letter on takes minutes.
 */
function* runsWithAt(line: string): Generator<{ run: string; index: number }> {
  let end = 0;
  for (let at = line.indexOf('@'); at >= 0; at = line.indexOf('@', end)) {
    let from = at;
    while (from > end && !separator.test(line.charAt(from - 1))) from -= 1;
    end = at + 1;
    while (end < line.length && !separator.test(line.charAt(end))) end += 1;
    yield { run: line.slice(from, end), index: from };
  }
}

/** Finds everything in a line that may be an address. */
function* addressed(line: string): Generator<Addressed> {
  for (const { run, index } of runsWithAt(line)) {
    const email = withoutEnd(run.replace(/^mailto:(?=.)/i, ''), '.');
    const at = email.indexOf('@', 1);
    if (at < 0 || at === email.length - 1) continue;
    const before = withoutEnd(line.slice(Math.max(0, index - mostBlanks), index), ' \t');
    const blanksAfter = line.slice(index + run.length, index + run.length + mostBlanks).search(/[^ \t]/);
    const after = index + run.length + Math.max(0, blanksAfter);
    const opened = before.endsWith('<');
    const closed = line[after] === '>';
    const from = opened ? line.lastIndexOf('<', index) : index;
    yield { email, from, end: closed ? after + 1 : index + run.length, inBrackets: opened };
  }
}

/** Blanks between an angle bracket and the address in it. */
const mostBlanks = 10;

/** A text without these characters at its end. */
function withoutEnd(text: string, signs: string): string {
  let end = text.length;
  while (end > 0 && signs.includes(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
}

/**
 * Reads a list as people paste it: from a spreadsheet (tabs), a CSV file, a mail's To field (`Name <address>`, several
 * to a line) or plain addresses. A first line without an address may name the columns. Nothing is guessed: unreadable
 * lines are reported.
 */
export function parseInvitationList(text: string): ParsedInvitationList {
  return runToCompletion(parseInvitationListInSteps(text));
}

/** The same in steps, so that others get their turn. */
export function* parseInvitationListInSteps(text: string): Generator<undefined, ParsedInvitationList> {
  const read: ParsedInvitationList = { people: [], unread: [], repeated: 0 };
  const known = new Map<string, PastedPerson>();
  let columns: Columns | undefined;
  let first = true;
  for (const [index, raw] of text.split(/\r\n|[\r\n\u2028\u2029\v\f]/).entries()) {
    yield;
    const line = raw.replace(/[\u200b\ufeff]|\p{Cf}/gu, '').replace(/[^\S\t]/g, ' ');
    if (line.trim() === '') continue;
    const unread = (why: string) => read.unread.push({ line: index + 1, text: line.trim().slice(0, 120), why });
    const found: Addressed[] = [];
    for (const one of addressed(line)) {
      found.push(one);
      yield;
    }
    if (found.length === 0) {
      const named = first && line.length <= longestAround ? columnsNamed(line) : undefined;
      if (named) columns = named;
      else unread('There’s no email address on this line.');
    }
    first = false;
    let from = 0;
    for (const { email, end, inBrackets, ...one } of found) {
      const around =
        found.length === 1 ? `${line.slice(0, one.from)}\u0000${line.slice(end)}` : line.slice(from, one.from);
      from = end;
      yield;
      if (!isAddress(email)) {
        unread(`“${email.slice(0, 80)}” isn’t an email address.`);
        continue;
      }
      const name = around.length > longestAround ? nameless : nameIn(around, { columns, inBrackets });
      const before = known.get(normaliseEmail(email));
      if (before) {
        read.repeated += 1;
        if (before.firstname === '' && before.lastname === '') Object.assign(before, name);
        continue;
      }
      const person = { ...name, email };
      known.set(normaliseEmail(email), person);
      read.people.push(person);
    }
  }
  return read;
}

const nameless = { firstname: '', lastname: '' };

interface Columns {
  firstname: number;
  lastname: number;
}

/** Returns the columns that hold the names, from a line of headings; undefined if it isn't one. */
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
  line
    .split(line.includes('\t') ? '\t' : /[,;]/)
    .map((cell) => withoutEnd(cell.replace(/^[\s"'“”|•*-]+/, ''), ' "\'“”|:'));

function nameIn(
  around: string,
  { columns, inBrackets }: { columns: Columns | undefined; inBrackets: boolean },
): Pick<PastedPerson, 'firstname' | 'lastname'> {
  const quoted = /["“]([^"“”,;]+)[,;]([^"“”]+)["”]/.exec(around);
  if (quoted) return nameOf(`${asName(quoted[1] ?? '')}, ${asName(quoted[2] ?? '')}`);
  const cells = cellsOf(around);
  if (columns && cells.some((cell) => cell === '\u0000')) {
    const [firstname, lastname] = [cells[columns.firstname] ?? '', cells[columns.lastname] ?? ''].map(asName);
    if (lastname) return nameOf(`${lastname}, ${firstname}`);
    if (firstname) return nameOf(firstname);
  }
  const names = cells.map((cell) => asName(cell.replace('\u0000', ' '))).filter(Boolean);
  const [one = '', other] = names;
  if (other === undefined) return nameOf(one);
  // Mail programs may write a name in reverse: "Hale, Ann <ann@example.org>"
  return nameOf(inBrackets ? `${one}, ${other}` : `${other}, ${one}`);
}

/** A cell as a name: one with digits is a telephone number or a date, not a name. */
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

function nameOf(text: string): Pick<PastedPerson, 'firstname' | 'lastname'> {
  const { firstname, lastname } = parsePersonName(text);
  return { firstname, lastname };
}
