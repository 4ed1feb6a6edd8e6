import { cleanLine } from '#platform/shared/text/clean-line.ts';
import { foldText } from '#platform/shared/text/text.ts';

/** A role in a pasted list, with its people. */
export interface ParsedRole {
  kind: 'cast' | 'crew';
  role: string;
  people: string[];
}

export interface ParsedProgramme {
  roles: ParsedRole[];
  /** Lines and roles in which no name was found, and lines beyond the limits. The user sees them. */
  unread: string[];
}

/** No programme has more lines than this. Further lines are reported as unread. */
const maxLines = 5_000;
const maxLineLength = 500;

/** The separators between a role and its people, the most reliable first. */
export const roleSeparators: readonly RegExp[] = [
  /\t+/,
  // Dot leaders: "Hamlet ........ Ann Hale", also spaced out or as one character
  /\s*(?:(?:\.\s?){3,}|…+)(?!:)\s*/,
  /\s*[–—―]\s+|\s+[–—―]\s*/,
  /\s+-{1,3}\s+/,
  /\s*:(?:\s+|$)/,
  /\s*\|\s*/,
  /\s{2,}/,
];

const castHeading = /^(?:the\s+)?(?:cast|players|characters|dramatis personae)\b[^:]{0,40}:?$/i;
const crewHeading =
  /^(?:the\s+)?(?:crew|backstage(?: crew)?|production(?: team| crew| staff)?|creative team|technical(?: team| crew)?|behind the scenes|off ?stage)\b[^:]{0,20}:?$/i;

/** Words in the names of crew roles, to recognise such roles on lines without a heading above them. */
const crewWords = new Set(
  (
    'director directed producer produced choreographer choreography lighting lights sound costume costumes wardrobe ' +
    'props properties prompt prompter makeup stagehands stagehand construction scenery designer design programme ' +
    'publicity photography accompanist pianist conductor rehearsal chaperone chaperones fly flys'
  ).split(' '),
);
const crewRoles =
  /^(?:(?:deputy |assistant )*stage manag|musical direct|make up|front of house|box office|set (?:des|build|con|paint))/;

/**
 * Parses a list of cast and crew as programmes print it: "Role – Name", "Role: Name", or separated by tabs, dots or
 * wide spaces. Several people are separated by "and", "&" or commas. A line of names continues the role above if the
 * line begins with a tab, or if that role has no name on its own line. A heading such as "Cast" or "Crew" applies to
 * the lines below it. Without a heading, roles that are clearly backstage are crew, and other roles get the kind
 * `otherwise`.
 */
export function parseProgramme(text: string, otherwise: ParsedRole['kind'] = 'cast'): ParsedProgramme {
  const programme: ParsedProgramme = { roles: [], unread: [] };
  let heading: ParsedRole['kind'] | undefined;
  /** True if the last role had no names on its line, so that the following lines with only names belong to it. */
  let awaitsNames = false;
  const lines = text.split(/\r\n?|\n/).filter((line) => cleanLine(line) !== '');
  for (const [index, line] of lines.entries()) {
    const plain = cleanLine(line.slice(0, maxLineLength));
    if (index >= maxLines || line.trim().length > maxLineLength) {
      programme.unread.push(plain);
      continue;
    }
    const parts = splitLine(line);
    const newHeading = hasNames(parts) ? undefined : parseHeading(plain);
    if (newHeading) {
      heading = newHeading;
      awaitsNames = false;
      continue;
    }
    const last = programme.roles.at(-1);
    if (parts === undefined) {
      const people = awaitsNames && last ? splitPeople(plain) : [];
      if (last) addPeople(last, people);
      if (people.length === 0) programme.unread.push(plain);
      continue;
    }
    const people = splitPeople(parts.people);
    if (parts.role === '') {
      if (last === undefined || people.length === 0) programme.unread.push(plain);
      else addPeople(last, people);
      continue;
    }
    awaitsNames = cleanLine(parts.people) === '';
    const kind = heading ?? (isCrewRole(parts.role) ? 'crew' : otherwise);
    if (last && last.kind === kind && last.role === parts.role) addPeople(last, people);
    else programme.roles.push({ kind, role: parts.role, people });
  }
  programme.unread.push(...programme.roles.filter(({ people }) => people.length === 0).map(({ role }) => role));
  return { ...programme, roles: programme.roles.filter(({ people }) => people.length > 0) };
}

const addPeople = ({ people }: ParsedRole, more: readonly string[]) =>
  people.push(...more.filter((name) => !people.includes(name)));

/**
 * Returns the kind of roles that a heading such as "Cast" or "Production team" introduces; undefined for any other
 * line.
 */
export const parseHeading = (line: string) =>
  castHeading.test(line) ? 'cast' : crewHeading.test(line) ? 'crew' : undefined;

/** Returns true for "Props – Ann Hale", false for headings such as "Cast – in order of appearance". */
const hasNames = (parts: ReturnType<typeof splitLine>) =>
  parts !== undefined &&
  parts.role !== '' &&
  parts.people !== '' &&
  !/^\W*(?:in|by|played)\b/i.test(parts.people) &&
  parseHeading(parts.people) === undefined;

/** Splits a line at its most reliable separator; undefined if it has none. */
function splitLine(line: string): { role: string; people: string } | undefined {
  for (const separator of roleSeparators) {
    // A tab at the start of a line means that the line has no role
    const text = separator.source === '\\t+' ? line : line.trim();
    const match = separator.exec(text);
    if (!match) continue;
    const role = cleanLine(text.slice(0, match.index));
    const people = cleanLine(text.slice(match.index + match[0].length).replace(/\t+/g, ', '));
    return { role: role.replace(/\s*:$/, ''), people };
  }
  return undefined;
}

/** Returns true for a role that clearly belongs to the crew, such as Director or Props. */
export function isCrewRole(role: string): boolean {
  const folded = foldText(role);
  return crewRoles.test(folded) || folded.split(' ').some((word) => crewWords.has(word));
}

/** A person named in a cell. */
export interface WrittenPerson {
  /** The name without remarks in brackets. */
  name: string;
  /** The person as written in the cell, if that differs from the name: "Ada Quill (Tues, Thurs)"; otherwise "". */
  as: string;
  /** True if the cell says that the person assists: "assisted by Ben Orme". */
  assists: boolean;
  /** The text in which this name and others are written together: "Ada Quill.Ben Orme". */
  runTogether?: string;
}

/** The meaning of a single comma between two words in a cell, such as "Quill, Ada". */
export type CommaReading = 'surname first' | 'list';

const peopleSeparator = /\s*[&/,;+\n]\s*(?:and\s+)?|\s+and\s+|\s+with\s+|\s+(?=(?:assisted\s+by|ass(?:is)?t\.?)\s)/i;
/** Abbreviations with a slash or an ampersand, which separate no people: "u/s" (understudy), "d/o" (daughter of). */
const slashAbbreviations = /(?<!\p{L})(?:[udscwa]\/[solp]|[ads] \/ [lop]|\p{L}&\p{L})(?!\p{L})/giu;
/** Suffixes after a comma that still belong to the same person. */
const suffix = /^(?:jn?r|sn?r|junior|senior|mbe|obe|cbe|esq|ba|ma|phd|(?:\p{L}\.){2,4})\.?$/iu;
/** Matches the part of a name that shows that it is a firm, whose name may contain commas and "and". */
const firm = /(?<!\p{L})(?:ltd|limited|plc|inc|llp)(?!\p{L})/iu;
/** Values that mean that the name isn't known. */
const unknownName =
  /^(?:[-–—?.]+|n\/?a|tb[acd]|none|not known|unknown|various|(?:and |many )?others|et al\.?|dkk\.?|vacant)$/i;
/** An addition to a name for people who aren't named: "Ada Quill et al." */
const andOthers = /\s+(?:et al|dkk)\.?$/i;
/** Words before a name that describe the person's work. */
const introduction =
  /^(?:(?:co-)?(?:directed|produced|written|choreographed|stage managed|designed|adapted|conducted|played|performed|presented|devised)\s+)?by(?:\s*:\s*|\s+)|^(?:with|and|also|featuring|plus)\s+/i;
const assisting = /^(?:assisted\s+by|ass(?:is)?t\.?|assistant:)\s+/i;
const titleAlone = /^(?:mr|mrs|ms|miss|mx|dr|rev|sir|lady|lord|prof|master|capt|col|major)\.?$/i;
const bracketed = /\([^()]*\)|\[[^[\]]*\]/g;

/**
 * Splits the text of a cell into people, each once, in order. "A & B", "A, B & C", "A/B", "A and B", "A with B" and one
 * person per line are several people; text in brackets is never split. Don't use it for authors and companies, whose
 * names may contain "and".
 */
export const splitPeople = (cell: string): string[] => [
  ...new Set(parsePeople(cell, 'list').map(({ name, as }) => as || name)),
];

/**
 * Parses a cell with people, like `splitPeople`. If `commas` is "surname first", "Quill, Ada" is one person, Ada Quill.
 */
export function parsePeople(cell: string, commas: CommaReading = 'list'): WrittenPerson[] {
  const text = cell
    .split(/[\r\n]+/)
    .map(cleanLine)
    .join('\n')
    .trim();
  if (unknownName.test(text)) return [];
  // In a list of more than three parts, the firm is only one of them
  if (firm.test(text) && !text.includes('\n') && text.split(',').length <= 3)
    return [{ name: cleanLine(text), as: '', assists: false }];
  const entries = commas === 'surname first' ? text.split(/[;\n]/) : [text];
  const people: WrittenPerson[] = [];
  for (const entry of entries) {
    const turned = commas === 'surname first' ? putGivenNameFirst(entry) : undefined;
    if (turned !== undefined) people.push({ name: turned, as: '', assists: false });
    else people.push(...splitEntry(entry));
  }
  return people.filter(
    ({ name, as }, place) => people.findIndex((one) => one.name === name && one.as === as) === place,
  );
}

function splitEntry(text: string): WrittenPerson[] {
  const people: WrittenPerson[] = [];
  /** A title without a name, such as "Mr" in "Mr & Mrs Orme". The name follows in the next part. */
  let title = '';
  const parts = splitOutsideBrackets(text);
  for (const [place, part] of parts.entries()) {
    const assists = assisting.test(part);
    const introduced = part.replace(assisting, '').replace(introduction, '').replace(introduction, '').trim();
    const written = addSharedSurname(introduced.replace(andOthers, ''), parts[place + 1] ?? '');
    const before = people.at(-1);
    if (suffix.test(written) && before !== undefined) before.name = `${before.name}, ${written}`;
    else if (titleAlone.test(written)) title = written;
    else if (written !== '' && !unknownName.test(written)) {
      const [, ownTitle = '', rest = ''] = /^(\S+)\s+(.+)$/.exec(written) ?? [];
      if (title !== '' && titleAlone.test(ownTitle)) people.push({ ...withoutRemarks(`${title} ${rest}`), assists });
      title = '';
      const names = splitRunTogether(written);
      const runTogether = names.length > 1 ? { runTogether: written } : {};
      people.push(...names.map((name) => ({ ...withoutRemarks(name), assists, ...runTogether })));
    }
  }
  return people;
}

const initialsAlone = /^\p{Lu}(?:[.\s]+\p{Lu})*\.?$/u;
const initialsAndSurname = /^\p{Lu}(?:[.\s]+\p{Lu})*[.\s]+(?<surname>\p{Lu}\p{Ll}[\p{L}'’-]*)$/u;

/** Adds the surname of the next part to initials without one: "A. Orme" for the first part of "A. & B. Orme". */
function addSharedSurname(written: string, next: string): string {
  const surname = initialsAlone.test(written) ? initialsAndSurname.exec(next)?.groups?.surname : undefined;
  return surname === undefined ? written : `${written} ${surname}`;
}

/** Abbreviations that are followed by a name, often without a space: "Ian St.John", "Ahmad bin Md.Noor". */
const abbreviation = /(?:^|\s)(?:st|ste|dr|prof|capt|md|mohd|muhd|hj|bt|bte|abd|ab|jr|jnr|sr|snr)$/i;

/**
 * Splits names written together: two with a dot between them, "Ada Quill.Ben Orme", or at least four with hyphens
 * between them, of which all but the last have two words or more. Returns any other name as it is.
 */
function splitRunTogether(written: string): string[] {
  const [, before = '', after = ''] = /^(\S+\s[^.]*\p{Ll})\.(\p{Lu}\p{Ll}\S*\s.*)$/u.exec(written) ?? [];
  if (before !== '' && !abbreviation.test(before)) return [before, after];
  const byHyphen = written.split('-');
  const isList = byHyphen.length > 3 && byHyphen.slice(0, -1).every((name) => /\S\s+\S/.test(name));
  return isList ? byHyphen : [written];
}

/** Splits at the separators, except those in brackets or abbreviations. */
function splitOutsideBrackets(text: string): string[] {
  const kept: string[] = [];
  const hide = (found: string) => `\uE000${kept.push(found) - 1}\uE000`;
  const hidden = text.replaceAll('\uE000', '').replace(bracketed, hide).replace(slashAbbreviations, hide);
  return hidden
    .split(peopleSeparator)
    .map((part) => cleanLine(part.replace(/\uE000(\d+)\uE000/g, (_, place: string) => kept[Number(place)] ?? '')));
}

function withoutRemarks(written: string): Pick<WrittenPerson, 'name' | 'as'> {
  const name = cleanLine(written.replace(bracketed, ' '));
  return name === '' || name === written ? { name: written, as: '' } : { name, as: written };
}

const particle = /^(?:van|von|de|der|den|del|della|di|da|du|la|le|st\.?|mac|mc|o’|o')$/i;

/**
 * Puts a name written with its surname first in the usual order: "Quill, Ada" and "van der Berg, Ada". There must be a
 * single comma, with a surname of one word before it (particles aside) and at most three words after it. Returns
 * undefined for any other text.
 */
export function putGivenNameFirst(text: string): string | undefined {
  const [, surname = '', given = ''] = /^([^,;&+/\n()]+), ?([^,;&+/\n()]+)$/.exec(text.trim()) ?? [];
  if (surname === '' || suffix.test(given) || assisting.test(given) || introduction.test(given)) return undefined;
  const words = (part: string) => part.trim().split(/\s+/);
  const names = words(surname).filter((word) => !particle.test(word));
  const isName = (word: string) => /^(?:\p{Lu}|\p{Lo})[\p{L}\p{M}.'’-]*$/u.test(word);
  const [before, after] = [names, words(given)];
  if (![...before, ...after].every(isName) || after.length > 3) return undefined;
  if (before.length !== 1 || /\s(?:and|with)\s/i.test(text)) return undefined;
  return cleanLine(`${given} ${surname}`);
}
