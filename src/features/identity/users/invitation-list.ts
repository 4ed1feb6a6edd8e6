import { z } from 'zod';
import { normaliseEmail } from '#features/society/accounts/contract.ts';
import { runToCompletion } from '#platform/shared/run-to-completion.ts';
import { parsePersonName } from '#platform/shared/text/person-name.ts';
import { foldText } from '#platform/shared/text/text.ts';

/** A person on a pasted list. The names are "" if the list has none. */
export interface PastedPerson {
  firstname: string;
  lastname: string;
  email: string;
}

export interface ParsedInvitationList {
  people: PastedPerson[];
  /** The lines, or single addresses in a line, that weren't understood. Lines are numbered from 1. */
  unread: { line: number; text: string; why: string }[];
  /** The number of addresses that repeat an earlier address. */
  repeated: number;
}

/** The maximum number of people on a list, and of unreadable lines. */
export const MAX_INVITATION_LIST_ENTRIES = 2000;
const MAX_NAME_LENGTH = 60;

/** A character between people, or between a name and an address. */
const separator = /[\s<>,;"“”()[\]|]/u;

/** If the text around an address has more characters than this, it isn't searched for a name. */
const maxContextLength = 2000;

const isEmail = (email: string) => email.length <= MAX_EMAIL_LENGTH && emailShape.safeParse(email).success;
const emailShape = z.email();
const MAX_EMAIL_LENGTH = 254;

/** An address in a line, with its position including angle brackets. */
interface FoundEmail {
  email: string;
  from: number;
  end: number;
  inBrackets: boolean;
}

/**
 * Finds each run of characters that contains an @. Looks at each character once; a regular expression would take
 * quadratic time, which is minutes for a malicious list.
 */
function* findRunsWithAt(line: string): Generator<{ run: string; index: number }> {
  let end = 0;
  for (let at = line.indexOf('@'); at >= 0; at = line.indexOf('@', end)) {
    let from = at;
    while (from > end && !separator.test(line.charAt(from - 1))) from -= 1;
    end = at + 1;
    while (end < line.length && !separator.test(line.charAt(end))) end += 1;
    yield { run: line.slice(from, end), index: from };
  }
}

/** Finds everything in a line that may be an email address. */
function* findEmails(line: string): Generator<FoundEmail> {
  for (const { run, index } of findRunsWithAt(line)) {
    const email = trimEnd(run.replace(/^mailto:(?=.)/i, ''), '.');
    const at = email.indexOf('@', 1);
    if (at < 0 || at === email.length - 1) continue;
    const before = trimEnd(line.slice(Math.max(0, index - maxBlanks), index), ' \t');
    const blanksAfter = line.slice(index + run.length, index + run.length + maxBlanks).search(/[^ \t]/);
    const after = index + run.length + Math.max(0, blanksAfter);
    const opened = before.endsWith('<');
    const closed = line[after] === '>';
    const from = opened ? line.lastIndexOf('<', index) : index;
    yield { email, from, end: closed ? after + 1 : index + run.length, inBrackets: opened };
  }
}

/** The maximum number of blanks between an angle bracket and the address in it. */
const maxBlanks = 10;

/** Removes `characters` from the end of a text. */
function trimEnd(text: string, characters: string): string {
  let end = text.length;
  while (end > 0 && characters.includes(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
}

/**
 * Parses a list as people paste it: from a spreadsheet (tabs), a CSV file, an email's To field (`Name <address>`, several
 * to a line) or plain addresses. A first line without an address may name the columns. Unreadable lines are reported.
 */
export function parseInvitationList(text: string): ParsedInvitationList {
  return runToCompletion(parseInvitationListInSteps(text));
}

/** Parses a list in steps, so that a long list doesn't block the event loop. */
export function* parseInvitationListInSteps(text: string): Generator<undefined, ParsedInvitationList> {
  const parsed: ParsedInvitationList = { people: [], unread: [], repeated: 0 };
  const known = new Map<string, PastedPerson>();
  let columns: Columns | undefined;
  let isFirst = true;
  for (const [index, raw] of text.split(/\r\n|[\r\n\u2028\u2029\v\f]/).entries()) {
    yield;
    const line = raw.replace(/[\u200b\ufeff]|\p{Cf}/gu, '').replace(/[^\S\t]/g, ' ');
    if (line.trim() === '') continue;
    const unread = (why: string) => parsed.unread.push({ line: index + 1, text: line.trim().slice(0, 120), why });
    const found: FoundEmail[] = [];
    for (const email of findEmails(line)) {
      found.push(email);
      yield;
    }
    if (found.length === 0) {
      const named = isFirst && line.length <= maxContextLength ? parseHeadings(line) : undefined;
      if (named) columns = named;
      else unread('There’s no email address on this line.');
    }
    isFirst = false;
    let previousEnd = 0;
    for (const { email, from, end, inBrackets } of found) {
      // If a line names several people, each name precedes its address. \0 marks the position of an address
      const context =
        found.length === 1 ? `${line.slice(0, from)}\u0000${line.slice(end)}` : line.slice(previousEnd, from);
      previousEnd = end;
      yield;
      if (!isEmail(email)) {
        unread(`“${email.slice(0, 80)}” isn’t an email address.`);
        continue;
      }
      const name = context.length > maxContextLength ? nameless : findName(context, { columns, inBrackets });
      const earlier = known.get(normaliseEmail(email));
      if (earlier) {
        parsed.repeated += 1;
        if (earlier.firstname === '' && earlier.lastname === '') Object.assign(earlier, name);
        continue;
      }
      const person = { ...name, email };
      known.set(normaliseEmail(email), person);
      parsed.people.push(person);
    }
  }
  return parsed;
}

const nameless = { firstname: '', lastname: '' };

interface Columns {
  firstname: number;
  lastname: number;
}

/**
 * Finds the columns of the names in a line of headings (-1 for none); undefined if no cell is a heading for email
 * addresses.
 */
function parseHeadings(line: string): Columns | undefined {
  const cells = splitCells(line).map((cell) => cell.toLowerCase());
  if (!cells.some((cell) => /e-?mail|address/.test(cell))) return undefined;
  const find = (heading: RegExp) => cells.findIndex((cell) => heading.test(cell));
  return { firstname: find(/first|given|forename|^name|full name/), lastname: find(/last|surname|family/) };
}

const splitCells = (line: string): string[] =>
  line
    .split(line.includes('\t') ? '\t' : /[,;]/)
    .map((cell) => trimEnd(cell.replace(/^[\s"'“”|•*-]+/, ''), ' "\'“”|:'));

/** Finds a person's name in the text around their address. */
function findName(
  context: string,
  { columns, inBrackets }: { columns: Columns | undefined; inBrackets: boolean },
): Pick<PastedPerson, 'firstname' | 'lastname'> {
  const quoted = /["“]([^"“”,;]+)[,;]([^"“”]+)["”]/.exec(context);
  if (quoted) return splitName(`${cleanName(quoted[1] ?? '')}, ${cleanName(quoted[2] ?? '')}`);
  const cells = splitCells(context);
  if (columns && cells.some((cell) => cell === '\u0000')) {
    const [firstname, lastname] = [cells[columns.firstname] ?? '', cells[columns.lastname] ?? ''].map(cleanName);
    if (lastname) return splitName(`${lastname}, ${firstname}`);
    if (firstname) return splitName(firstname);
  }
  const written = cells.flatMap((cell) => cell.split('\u0000')).filter((cell) => cell.trim() !== '');
  const named = written.flatMap((cell, place) => {
    const name = cleanName(cell);
    return name === '' ? [] : [{ name, place }];
  });
  const people = named.filter(({ name }) => !isRole(name));
  const [first, second, ...others] = people.length > 0 ? people : named;
  if (!first) return nameless;
  // The whole name may be followed by a postal address
  const isAddress = second && (second.place > first.place + 1 || (others.length > 0 && !context.includes('\t')));
  if (!second || (isAddress && first.name.includes(' '))) return splitName(first.name);
  // Some mail programs write the last name first: "Hale, Ann <ann@example.org>"
  return splitName(inBrackets ? `${first.name}, ${second.name}` : `${second.name}, ${first.name}`);
}

const roleWords = new Set(
  (
    'secretary treasurer chair chairman chairwoman chairperson president vice director producer committee member ' +
    'members membership honorary hon life patron trustee webmaster editor wardrobe officer manager assistant deputy ' +
    'stage publicity front of house box office and'
  ).split(' '),
);

/** Returns true for an office in a society, such as "Hon. Secretary". */
const isRole = (text: string): boolean =>
  foldText(text)
    .split(' ')
    .every((word) => roleWords.has(word));

/**
 * Cleans a cell that may be a name: removes telephone numbers and text in brackets. Returns "" if digits are left,
 * because the cell is then a postal address or a date.
 */
function cleanName(cell: string): string {
  const bare = cell.replace(/\([^()]*\)/g, ' ').replace(/\+?\d[\d ()/-]{5,}\d/g, ' ');
  const parts = (/\p{L}/u.test(bare) ? bare : cell)
    .split(/\s[-–—]+(?:\s|$)|[|:]/)
    .map((part) => part.trim())
    .filter((part) => /\p{L}/u.test(part));
  const name = parts.find((part) => !isRole(part)) ?? parts[0] ?? '';
  if (/[\d@]/.test(name)) return '';
  return name
    .replace(/[\p{Cc}<>()"“”[\]|]+/gu, ' ')
    .split(/\s+/)
    .filter((word) => /\p{L}/u.test(word))
    .join(' ')
    .slice(0, MAX_NAME_LENGTH)
    .trim();
}

function splitName(text: string): Pick<PastedPerson, 'firstname' | 'lastname'> {
  const { firstname, lastname } = parsePersonName(text);
  return { firstname, lastname };
}
