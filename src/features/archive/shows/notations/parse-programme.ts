import { cleanLine } from '#platform/shared/text/clean-line.ts';
import { foldText } from '#platform/shared/text/text.ts';
import { splitPeople } from './split-people.ts';

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

/** Returns true for a role that is clearly backstage. */
export function isCrewRole(role: string): boolean {
  const folded = foldText(role);
  return crewRoles.test(folded) || folded.split(' ').some((word) => crewWords.has(word));
}
