import { cleanLine } from '#platform/shared/text/clean-line.ts';
import type { NewCredit } from '../fields.ts';
import {
  type CommaReading,
  isCrewRole,
  parseHeading,
  parsePeople,
  roleSeparators,
  type WrittenPerson,
} from './parse-programme.ts';

/** The options for reading a cell's credits where their notation is ambiguous. */
export interface CreditReadingOptions {
  commas: CommaReading;
  /** Returns true if a name belongs to somebody in the archive; used to tell names from roles. */
  isKnownName?: (name: string) => boolean;
}

export interface ParsedCredits {
  credits: NewCredit[];
  /** The parts of the cell that aren't read: no name was found in them, or a dash may join a role and a name. */
  unread: string[];
  /** Names that were written together and are taken for several people: "Ada Quill.Ben Orme". */
  runTogether: string[];
  /** Names with a role in brackets that may be a nickname: "Ada Quill (Jean)" among names without brackets. */
  likelyRoles: string[];
  /** True if at least one line begins like those of our own export. All lines are then read as such. */
  isExported: boolean;
}

/** One or more people in a role; the role is "" if none is stated. */
interface WrittenEntry {
  role: string;
  people: string;
  /** True if the entry is divided into a role and people, even if one of the two is empty. */
  hasRole: boolean;
  /** True if the role is in brackets after the name. */
  isBracketed?: boolean;
  /** True if the brackets follow several names. They may belong to the last name only. */
  isAfterList?: boolean;
}

// Our export writes cast or crew in one cell, one credit per line: "1 | Hamlet | Ann Hale" or, with another printed
// name, "1 | Hamlet | Ann Hale | as Ann Stott". A bar inside a role or name is written \|
const escapeBars = (text: string) => text.replace(/[\\|]/g, '\\$&');
const unescapeBars = (text: string) => text.replace(/\\([\\|])/g, '$1');
const isExported = (line: string) => /^\s*-?\d{1,9}\s*\|/.test(line);

/** Formats a show's cast, or its crew, as lines of our export: one for each credit. */
export function formatCreditLines(credits: readonly NewCredit[]): string {
  return credits
    .map(({ order, role, person, as }) => {
      const parts = [String(order), escapeBars(role), escapeBars(person)];
      return (as === '' ? parts : [...parts, `as ${escapeBars(as)}`]).join(' | ');
    })
    .join('\n');
}

/** Parses a line that `formatCreditLines` wrote; undefined for any other line. */
function parseExportedLine(line: string, kind: NewCredit['kind']): NewCredit | undefined {
  const parts = (line.match(/(?:^|\|)((?:\\.|[^\\|])*)/g) ?? []).map((part) =>
    unescapeBars(part.replace(/^\|/, '').trim()),
  );
  const [order = '', role = '', person = '', as = '', ...more] = parts;
  const isWhole = /^-?\d{1,9}$/.test(order) && cleanLine(person) !== '' && more.length === 0 && /^(?:$|as\s)/.test(as);
  if (!isWhole) return undefined;
  const printed = cleanLine(as.replace(/^as\s+/, ''));
  return { person: cleanLine(person), as: printed, kind, role: cleanLine(role), order: Number(order) };
}

/**
 * Parses a show's cast or crew from one cell. The notations are "Role: Name", "Role – Name", a tab or dots between role
 * and name, "Name (Role)", "Name as Role", "Role played by Name", or plain names; one per line, or separated by
 * semicolons or commas. The lines of our own export are parsed too.
 */
export function parseCredits(cell: string, kind: NewCredit['kind'], reading: CreditReadingOptions): ParsedCredits {
  const lines = cell.split(/\r\n?|\n/).filter((line) => cleanLine(line) !== '');
  const parsed: ParsedCredits = {
    credits: [],
    unread: [],
    runTogether: [],
    likelyRoles: [],
    isExported: lines.some(isExported),
  };
  if (parsed.isExported) {
    for (const line of lines) {
      const credit = parseExportedLine(line, kind);
      if (credit) parsed.credits.push(credit);
      else parsed.unread.push(cleanLine(line));
    }
    return parsed;
  }
  addEntries(parsed, lines, kind, reading);
  return parsed;
}

function addEntries(
  parsed: ParsedCredits,
  lines: readonly string[],
  kind: NewCredit['kind'],
  reading: CreditReadingOptions,
): void {
  const parts = lines.map(shortenSpaces).flatMap(splitIntoEntries);
  const separator = findSeparator(parts.map(({ text }) => text));
  const parsedParts = parts.map(({ text, isContinued }) => ({ text, isContinued, ...parseEntry(text, separator) }));
  const bracketed = parsedParts.filter(({ isBracketed, isAfterList }) => isBracketed && !isAfterList).length;
  const plain = parsedParts.filter(({ isBracketed }) => !isBracketed).length;
  // If only a few entries have brackets, these contain nicknames or remarks. A crew title in brackets is a role in any
  // case
  const isRole = ({ role, isAfterList }: WrittenEntry) =>
    (isAfterList ? bracketed > Math.max(plain, 1) : bracketed * 2 >= parts.length) ||
    (kind === 'crew' && (isAfterList ? crewTitles : crewTitle).test(role));
  // In a cast with one name on each line, the brackets may well contain roles
  const isLikelyRole = ({ isAfterList }: WrittenEntry) =>
    kind === 'cast' && lines.length > 1 && parts.length === lines.length && !isAfterList;
  const read = parsedParts.map((part) => {
    if (!part.isBracketed || isRole(part)) return part;
    if (!isLikelyRole(part)) return { ...part, role: '', people: cleanLine(part.text), hasRole: false };
    parsed.likelyRoles.push(cleanLine(part.text));
    return part;
  });
  const isTurned = isNameFirst(read, kind, reading);
  const entries = isTurned ? read.map(swapRoleAndPeople) : read;
  let current = kind;
  let last = { role: '', order: 0, isOpen: false, goesOn: false };
  const known = new Set<string>();
  for (const { text, isContinued, role, people, hasRole, isBracketed = false } of entries) {
    const heading = isContinued || (hasRole && people !== '') ? undefined : parseHeading(cleanLine(text));
    if (heading) {
      current = heading;
      last = { ...last, isOpen: false };
      continue;
    }
    const found = isSentence(people) ? [] : parsePeople(people, reading.commas);
    const named = found.filter(({ name }) => !dashedRole.test(name));
    parsed.runTogether.push(...new Set(named.flatMap(({ runTogether = [] }) => runTogether)));
    parsed.unread.push(...found.flatMap(({ name }) => (dashedRole.test(name) ? [name] : [])));
    if (found.length > named.length && named.length === 0) continue;
    // The people belong to the role before them: "Guards:" above its names, or "Lighting: Ada Quill; Ben Orme"
    const ofLast = !hasRole && last.role !== '' && (last.isOpen || (isContinued && last.goesOn));
    const own = ofLast ? last.role : cleanLine(role);
    if (named.length === 0) {
      if (hasRole && people === '') last = { role: own, order: last.order + 1, isOpen: true, goesOn: true };
      parsed.unread.push(...(hasRole && people === '' ? [] : [cleanLine(text)]));
      continue;
    }
    const order = own === last.role && last.order > 0 ? last.order : last.order + 1;
    // In "Lighting: Ada Quill; Ben Orme" the role continues; in "Ada Quill (Lighting), Ben Orme" it doesn't
    const goesOn = ofLast || (hasRole && !isBracketed && !isTurned);
    last = { role: own, order, isOpen: ofLast && last.isOpen, goesOn };
    for (const person of named) {
      const credit = toCredit(person, { kind: current, role: own, order });
      const key = [credit.kind, credit.role, credit.person, credit.as].join('\n');
      if (!known.has(key)) parsed.credits.push(credit);
      known.add(key);
    }
  }
}

const title = '(?:director|producer|designer|choreographer|manager|conductor|accompanist|prompter|operator)';
/** Matches a crew title in brackets after a name, "Ada Quill (Director)". Other brackets may contain a nickname. */
const crewTitle = new RegExp(`(?:^|\\s)${title}s?$`, 'i');
/** Matches a plural title after several names, all of which it applies to: "Ada Quill, Ben Orme (Directors)". */
const crewTitles = new RegExp(`(?:^|\\s)${title}s$`, 'i');

/**
 * Matches text that may be a role and a name joined by a dash: "Polonius–Tom Okafor", "Polonius- Tom Okafor". Such text
 * is reported instead of read, because it may also be one name. "Ada Quill–Orme" is certainly a name.
 */
const dashedRole = /\S[–—―]\S+\s+\S|\s-\S|\S-\s/u;

const toCredit = (
  { name, as, assists }: WrittenPerson,
  { kind, role, order }: Pick<NewCredit, 'kind' | 'role' | 'order'>,
): NewCredit => ({ person: name, as, kind, role: assists ? toAssistantRole(role) : role, order });

/** Returns the role of somebody who assists: "Assistant Director". */
export const toAssistantRole = (role: string) =>
  role === '' || /^assistant/i.test(role) ? role || 'Assistant' : `Assistant ${role}`;

/** Shortens long runs of spaces, because searching them for separators would take quadratic time. */
const shortenSpaces = (line: string) => line.replace(/\s{5,}/g, (run) => (run.includes('\t') ? '\t' : '    '));

interface Part {
  text: string;
  /** True for a part of a line that may have the role of the part before it. */
  isContinued: boolean;
}

/**
 * Splits a line into its entries. Entries are separated by semicolons; otherwise by commas, if several of the parts
 * have both a role and a name.
 */
function splitIntoEntries(line: string): Part[] {
  const bySemicolon = splitOutside(line, ';');
  if (bySemicolon.length > 1) return toParts(bySemicolon);
  const byComma = splitOutside(line, ',');
  const isRoleAndName = (part: string) =>
    findBracketedRole(part.trim()) !== undefined || /\S(?::\s+|\s+[-–—]\s+|\s+as\s+)\S/.test(part);
  return byComma.filter(isRoleAndName).length > 1 ? toParts(byComma) : [{ text: line, isContinued: false }];
}

const toParts = (texts: readonly string[]): Part[] =>
  texts.filter((text) => cleanLine(text) !== '').map((text, place) => ({ text, isContinued: place > 0 }));

/** Splits at a mark outside brackets. */
function splitOutside(line: string, mark: ';' | ','): string[] {
  const parts: string[] = [''];
  let depth = 0;
  for (const letter of line) {
    if (letter === '(' || letter === '[') depth += 1;
    if (letter === ')' || letter === ']') depth -= 1;
    if (letter === mark && depth <= 0) parts.push('');
    else parts[parts.length - 1] += letter;
  }
  return parts;
}

/**
 * Weak separators: wide spaces, and a colon that isn't followed by a space. They count only if no other separator is as
 * frequent.
 */
const wideSpaces = /\s{2,}/;
const bareColon = /\s*:(?![/\d])/;
const reliableSeparators = roleSeparators.filter(({ source }) => source !== wideSpaces.source);

/** Finds the most frequent separator. If several are equally frequent, the most reliable one counts. */
function findSeparator(parts: readonly string[]): RegExp | undefined {
  let best: RegExp | undefined;
  let most = 0;
  for (const separator of [...reliableSeparators, wideSpaces, bareColon]) {
    const count = parts.filter((part) => separator.test(part.trim())).length;
    // If only one line, or at most half of the lines, have two spaces, these are typing mistakes
    const isRule =
      separator !== wideSpaces ||
      (count > 1 && count * 2 > parts.length) ||
      parts.some((part) => /\S\s{3,}\S/.test(part));
    if (count > most && isRule) [best, most] = [separator, count];
  }
  return best;
}

const weekday = '(?:mon|tue|wed|wednes|thu|thur|fri|sat|satur|sun)s?(?:days?)?';
const month = '(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*';
const part = '(?:nights?|weeks?|perf(?:s|ormances?)?|shows?|half|halves|acts?|matin[a-zé]*|eve(?:s|nings?))';
/**
 * Matches brackets that hold a remark instead of a role: "Ada Quill (Tues)", "Ada Orme (née Quill)", "Ada Quill (Act
 * 2)". Friar Laurence, the Actor, Eve and the 2nd Witch are roles.
 */
const remark = new RegExp(
  `^(?:${[
    `${weekday}(?![\\p{L}'’])(?!\\s+(?!${part}|${month}|${weekday}|after|only|through|until|with)\\p{L}{4})`,
    `(?:${part})(?:\\W+(?:\\d.*|[ivx]+|one|two|three|only))?$`,
    `(?:first|second|last|opening)\\s+${part}`,
    `[\\d\\P{L}]+$`,
    `\\d+(?:st|nd|rd|th)?\\W+(?:${part}|${month}|${weekday})(?!\\p{L})`,
    `(?:née|nee|formerly|aka|a\\.k\\.a|u/s|jnr|jr|snr|sr|left|retired)(?!\\p{L})`,
    `(?:understud|alternat)`,
  ].join('|')})`,
  'iu',
);

/**
 * Finds the role in brackets at the end of an entry; undefined if there are no brackets, or if they contain a remark.
 * The role may contain brackets itself: "Ada Quill (Guest (Act 2))".
 */
function findBracketedRole(text: string): { people: string; role: string } | undefined {
  const end = text.replace(/[.,]$/, '');
  if (!end.endsWith(')')) return undefined;
  let [start, depth] = [end.length, 0];
  do {
    start -= 1;
    if (end[start] === ')') depth += 1;
    if (end[start] === '(') depth -= 1;
  } while (depth > 0 && start > 0);
  const [people, role] = [end.slice(0, start).trim(), end.slice(start + 1, -1)];
  // Another pair of brackets with a remark may precede the role: "Ada Quill (née Orme) (Hamlet)"
  const name = cleanLine(people.replace(/\([^()]*\)/g, ' '));
  const isRole =
    depth === 0 && name !== '' && !/[()]/.test(name) && cleanLine(role) !== '' && !remark.test(role.trim());
  return isRole ? { people, role } : undefined;
}

function parseEntry(part: string, preferred: RegExp | undefined): WrittenEntry {
  const text = part.trim();
  for (const separator of preferred ? [preferred, ...reliableSeparators] : []) {
    // A tab at the start of a line means that the line has no role
    const line = separator.source === '\\t+' ? part : text;
    const at = separator.exec(line);
    // A separator within brackets doesn't separate a role from its people: "Ada Quill (Act 1: Maid)"
    if (!at || isWithinBrackets(line, at.index)) continue;
    const role = cleanLine(line.slice(0, at.index)).replace(/\s*:$/, '');
    const people = cleanLine(line.slice(at.index + at[0].length).replace(/\t+/g, ', '));
    return { role, people, hasRole: true };
  }
  const [, name, as] = /^(.+?)\s+as\s+(.+)$/i.exec(text) ?? [];
  const { people, role } = findBracketedRole(text) ?? {};
  // In "Ada Quill as Hamlet (Act 1)" the brackets are part of the role
  const isBracketed = name === undefined || name.includes('(');
  if (people !== undefined && role !== undefined && isBracketed) {
    const isAfterList = people.includes(',');
    return { role: cleanLine(role), people: cleanLine(people), hasRole: true, isBracketed: true, isAfterList };
  }
  if (name !== undefined && as !== undefined) return { role: cleanLine(as), people: cleanLine(name), hasRole: true };
  const [, character, actor] = /^(.+?)\s+played by\s+(.+)$/i.exec(text) ?? [];
  if (character !== undefined && actor !== undefined)
    return { role: cleanLine(character), people: cleanLine(actor), hasRole: true };
  return { role: '', people: cleanLine(text), hasRole: false };
}

function isWithinBrackets(text: string, index: number): boolean {
  const before = text.slice(0, index);
  return before.lastIndexOf('(') > before.lastIndexOf(')') && text.indexOf(')', index) !== -1;
}

/**
 * Returns true if a cell has names before roles: "Ada Quill – Lighting". Compares how many entries have a known name
 * before the separator or crew work after it, with how many have the opposite.
 */
function isNameFirst(
  entries: readonly WrittenEntry[],
  kind: NewCredit['kind'],
  { isKnownName = () => false }: CreditReadingOptions,
): boolean {
  let names = 0;
  for (const { role, people, hasRole } of entries) {
    if (!hasRole || role === '' || people === '') continue;
    if (kind === 'crew') names += Number(isCrewRole(people)) - Number(isCrewRole(role));
    names += Number(isKnownName(role)) - Number(isKnownName(people));
  }
  return names > 0;
}

const swapRoleAndPeople = <E extends WrittenEntry>(entry: E): E =>
  entry.hasRole && entry.role !== '' ? { ...entry, role: entry.people, people: entry.role } : entry;

/**
 * Returns true for text that can't be a list of names, such as a sentence: "The company would like to thank everybody
 * who helped."
 */
function isSentence(text: string): boolean {
  return text
    .split(/[,;&/]|\s(?:and|with)\s/)
    .some(
      (part) =>
        cleanLine(part).split(' ').length > 8 ||
        part.length > 100 ||
        (part.trim() !== '' && !/\p{L}/u.test(part) && !/^[\s\p{P}]*$/u.test(part)),
    );
}

/** Returns true if commas certainly separate people in a cell: "Ada Quill, Ben Orme, Cy Vane". */
export const hasCommaList = (cell: string): boolean =>
  cell.split(/[;\n]/).some((entry) => splitOutside(entry, ',').length > 2 || isPairOfNames(entry));

/** Returns true for two names of several words each, "Ada Quill, Bea Orme", without a role. */
function isPairOfNames(entry: string): boolean {
  const parts = entry.split(',');
  return parts.length === 2 && !entry.includes(':') && parts.every((part) => /\s/.test(part.trim()));
}
