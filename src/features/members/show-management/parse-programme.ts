import { splitPeople } from '#features/archive/shows/split-people.ts';
import { cleanLine } from '#platform/shared/text/clean-line.ts';
import { fold } from '#platform/shared/text/text.ts';

/** A role of a pasted list with its people. */
export interface ParsedRole {
  kind: 'cast' | 'crew';
  role: string;
  people: string[];
}

export interface ParsedProgramme {
  roles: ParsedRole[];
  /** Lines that seem to name no one; for a person to look at. */
  unread: string[];
}

/** More than any programme has; further lines are reported as unread. */
const mostLines = 5_000;
const longestLine = 500;

/** The separators between a role and its people, the surest first. Each is looked for once in a line, from the left. */
const parts: readonly RegExp[] = [
  /\t+/,
  // Leaders: "Hamlet ........ Ann Hale", also spaced out or as one character
  /\s*(?:(?:\.\s?){3,}|…+)\s*/,
  /\s*[–—―]\s+|\s+[–—―]\s*/,
  /\s+-{1,3}\s+/,
  /\s*:(?:\s+|$)/,
  /\s*\|\s*/,
  /\s{2,}/,
];

const castHeading = /^(?:the\s+)?(?:cast|players|characters|dramatis personae)\b[^:]{0,40}:?$/i;
const crewHeading =
  /^(?:the\s+)?(?:crew|backstage(?: crew)?|production(?: team| crew| staff)?|creative team|technical(?: team| crew)?|behind the scenes|off ?stage)\b[^:]{0,20}:?$/i;

/** Words that put a role backstage, if no heading says that a line is cast or crew. */
const crewHeadings = new Set(
  (
    'director directed producer produced choreographer choreography lighting lights sound costume costumes wardrobe ' +
    'props properties prompt prompter makeup stagehands stagehand construction scenery designer design programme ' +
    'publicity photography accompanist pianist conductor rehearsal chaperone chaperones fly flys'
  ).split(' '),
);
const crewRoles =
  /^(?:(?:deputy |assistant )*stage manag|musical direct|make up|front of house|box office|set (?:des|build|con|paint))/;

/**
 * Reads a list of cast and crew as programmes print it: "Role – Name", "Role: Name", tabs, leaders of dots or wide
 * spaces; several people by "and", "&" or commas; a line without a role continues the role above. Headings such as
 * "Cast" or "Crew" decide for the lines below; before any heading, roles that are plainly backstage are crew, the
 * others `otherwise`.
 */
export function parseProgramme(text: string, otherwise: ParsedRole['kind'] = 'cast'): ParsedProgramme {
  const list: ParsedProgramme = { roles: [], unread: [] };
  let heading: ParsedRole['kind'] | undefined;
  /** True if names alone on a line still belong to the role above: its line ended without any. */
  let open = false;
  const lines = text.split(/\r\n?|\n/).filter((line) => cleanLine(line) !== '');
  for (const [at, line] of lines.entries()) {
    const plain = cleanLine(line.slice(0, longestLine));
    if (at >= mostLines || line.trim().length > longestLine) {
      list.unread.push(plain);
      continue;
    }
    const found = partLine(line);
    const said = namesSomeone(found) ? undefined : headingIn(plain);
    if (said) {
      heading = said;
      open = false;
      continue;
    }
    const last = list.roles.at(-1);
    if (found === undefined) {
      const people = open && last ? splitPeople(plain) : [];
      last?.people.push(...people.filter((name) => !last.people.includes(name)));
      if (people.length === 0) list.unread.push(plain);
      continue;
    }
    const people = splitPeople(found.people);
    if (found.role === '') {
      if (last === undefined || people.length === 0) list.unread.push(plain);
      else last.people.push(...people.filter((name) => !last.people.includes(name)));
      continue;
    }
    open = cleanLine(found.people) === '';
    const kind = heading ?? (isCrew(found.role) ? 'crew' : otherwise);
    if (last && last.kind === kind && last.role === found.role) {
      last.people.push(...people.filter((name) => !last.people.includes(name)));
    } else list.roles.push({ kind, role: found.role, people });
  }
  list.unread.push(...list.roles.filter(({ people }) => people.length === 0).map(({ role }) => role));
  return { ...list, roles: list.roles.filter(({ people }) => people.length > 0) };
}

const headingIn = (line: string) => (castHeading.test(line) ? 'cast' : crewHeading.test(line) ? 'crew' : undefined);

/** "Production Manager – Ann Hale" is no heading, "Cast – in order of appearance" and "Characters – The Cast" are. */
const namesSomeone = (found: ReturnType<typeof partLine>) =>
  found !== undefined &&
  found.role !== '' &&
  found.people !== '' &&
  !/^\W*(?:in|by|played)\b/i.test(found.people) &&
  headingIn(found.people) === undefined;

/** A line split at its surest separator; undefined when there is none. */
function partLine(line: string): { role: string; people: string } | undefined {
  for (const part of parts) {
    const found = part.exec(part.source === '\\t+' ? line : line.trim());
    if (!found) continue;
    const whole = part.source === '\\t+' ? line : line.trim();
    const role = cleanLine(whole.slice(0, found.index));
    const people = cleanLine(whole.slice(found.index + found[0].length).replace(/\t+/g, ', '));
    return { role: role.replace(/\s*:$/, ''), people };
  }
  return undefined;
}

function isCrew(role: string): boolean {
  const folded = fold(role);
  return crewRoles.test(folded) || folded.split(' ').some((word) => crewHeadings.has(word));
}
