import type { z } from 'zod';
import type { SaveShowBody, ShowRole } from '#features/archive/shows/edit-contract.ts';
import {
  buildShowFacts,
  formatShowFact,
  SHOW_FACT_NAMES,
  SHOW_TEXT_FIELDS,
  type ShowFactName,
  type ShowFacts,
  type ShowTextField,
} from '#features/archive/shows/fields.ts';
import { type CalendarDate, formatDate, type Precision } from '#platform/shared/dates/dates.ts';
import type { EditShowContent } from './contract.ts';

/** A text field of the editor. The two dates are edited as text. */
export type DraftField = ShowTextField | 'date' | 'first_date';

export interface DraftPerson {
  /** The editor's key for this row. */
  key: string;
  /** The id of the credit; "" for a person added after the last save. */
  credit: string;
  /** The id of the person; "" for a new person with this name. */
  id: string;
  name: string;
  /** The name as printed in the programme; "" if it is the same as `name`. */
  as: string;
}

export interface DraftRole {
  key: string;
  kind: 'cast' | 'crew';
  role: string;
  people: DraftPerson[];
}

/** A show in the editor. It exists only in the browser until it is saved. */
export interface ShowDraft extends ShowFacts {
  texts: Record<DraftField, string>;
  roles: DraftRole[];
}

let keyCount = 0;
/** Creates a key for a row of the editor. The numbers in the keys start again on each visit. */
export const createRowKey = (): string => {
  keyCount += 1;
  return `row${keyCount}`;
};
/** Returns true if `createRowKey` created the key, on this visit or an earlier one. */
const isGeneratedRowKey = (key: string): boolean => key.startsWith('row');

/** Builds a draft from the saved show. */
export function toShowDraft({
  showDetails,
  currentRoles,
}: Pick<EditShowContent, 'showDetails' | 'currentRoles'>): ShowDraft {
  const { date, date_precision, first_date, first_date_precision } = showDetails;
  return {
    texts: {
      ...(Object.fromEntries(SHOW_TEXT_FIELDS.map((field) => [field, showDetails[field]])) as Record<
        ShowTextField,
        string
      >),
      date: formatDateText(date, date_precision),
      // If both dates are the same, the field for the first performance stays empty
      first_date:
        first_date === date && first_date_precision === date_precision
          ? ''
          : formatDateText(first_date, first_date_precision),
    },
    ...buildShowFacts((fact) => showDetails[fact]),
    roles: currentRoles.map((role, at) => ({
      key: `${role.cast_or_crew}${at}`,
      kind: role.cast_or_crew,
      role: role.role,
      people: role.people.map((person) => ({ ...person, key: person.credit })),
    })),
  };
}

const formatDateText = (date: CalendarDate, precision: Precision) => (date === '' ? '' : formatDate(date, precision));

/** Builds the body of the call that saves a draft. `version` 0 is a new show. */
export function toSaveShowBody(draft: ShowDraft, version: number): z.input<typeof SaveShowBody> {
  const { date, first_date, ...texts } = draft.texts;
  return {
    ...texts,
    date,
    first_date,
    ...buildShowFacts((fact) => draft[fact]),
    roles: toSavedRoles(draft.roles),
    ...(version === 0 ? {} : { version }),
  };
}

function toSavedRoles(roles: readonly DraftRole[]) {
  const counts = { cast: 0, crew: 0 };
  return roles
    .map(({ kind, role, people }) => ({
      role,
      cast_or_crew: kind,
      // Cast and crew are numbered separately, in the order of the programme
      orderVal: ++counts[kind],
      members: people.map(({ credit, id, name, as }) => ({ credit, id, name, as })),
    }))
    .filter(({ role, members }) => role.trim() !== '' || members.length > 0);
}

/** Formats cast and crew as text. */
export function formatRoles(roles: readonly Pick<DraftRole, 'kind' | 'role' | 'people'>[]): string {
  const lines = (kind: ShowRole['cast_or_crew']) =>
    roles
      .filter((role) => role.kind === kind && (role.role.trim() !== '' || role.people.length > 0))
      .map(({ role, people }) => `${role.trim()}: ${people.map(formatCreditedPerson).join(', ')}`);
  const [cast, crew] = [lines('cast'), lines('crew')];
  return [...cast, ...(crew.length > 0 ? ['—', ...crew] : [])].join('\n');
}

/** Formats a credited person: "Ann Hale (as Ann Stott)". */
export const formatCreditedPerson = ({ name, as }: Pick<DraftPerson, 'name' | 'as'>): string =>
  as === '' || as === name ? name : `${name} (as ${as})`;

/** A draft stored in the browser, with the saved show from which it started. */
interface StoredShowDraft {
  draft: ShowDraft;
  base: { draft: ShowDraft; version: number };
}

/** Creates a type guard for stored values: `template` is a draft with the current fields. */
export const createStoredShowDraftGuard =
  (template: ShowDraft) =>
  (value: unknown): value is StoredShowDraft => {
    const { draft, base } = propertiesOf(value);
    const storedBase = propertiesOf(base);
    return isDraft(draft, template) && isDraft(storedBase.draft, template) && typeof storedBase.version === 'number';
  };

function isDraft(value: unknown, template: ShowDraft): boolean {
  const { texts, roles, ...facts } = propertiesOf(value);
  const fields = propertiesOf(texts);
  return (
    Object.keys(template.texts).every((field) => typeof fields[field] === 'string') &&
    SHOW_FACT_NAMES.every((fact) => typeof facts[fact] === typeof template[fact]) &&
    Array.isArray(roles) &&
    roles.every(isRole)
  );
}

function isRole(value: unknown): value is DraftRole {
  const { key, kind, role, people } = propertiesOf(value);
  return (
    typeof key === 'string' &&
    (kind === 'cast' || kind === 'crew') &&
    typeof role === 'string' &&
    Array.isArray(people) &&
    people.every((person) => {
      const { key: own, credit, id, name, as } = propertiesOf(person);
      return [own, credit, id, name, as].every((text) => typeof text === 'string');
    })
  );
}

const propertiesOf = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? { ...value } : {};

const renewKey = (key: string): string => (isGeneratedRowKey(key) ? createRowKey() : key);

/**
 * Gives new keys to rows that were added on an earlier visit, because new rows could get the same keys. Rows of the
 * saved show keep their keys, so that React keeps their fields with any text that has already been typed.
 */
export const regenerateRowKeys = (draft: ShowDraft): ShowDraft => ({
  ...draft,
  roles: draft.roles.map((role) => ({
    ...role,
    key: renewKey(role.key),
    people: role.people.map((person) => ({ ...person, key: renewKey(person.key) })),
  })),
});

/** Returns true if saving either draft has the same result. */
export const isSameShowDraft = (a: ShowDraft, b: ShowDraft): boolean =>
  JSON.stringify(toSaveShowBody(a, 0)) === JSON.stringify(toSaveShowBody(b, 0));

/** The parts of a show that can be changed separately. */
export type ShowPart = DraftField | ShowFactName | 'roles';

interface ShowDraftDifference {
  part: ShowPart;
  mine: string;
  theirs: string;
  /** `both` is a conflict: both sides changed the part differently, so that the user has to choose. */
  changedBy: 'mine' | 'theirs' | 'both';
}

export type VersionChoice = 'mine' | 'theirs';

const listShowParts = (draft: ShowDraft) =>
  [...(Object.keys(draft.texts) as DraftField[]), ...SHOW_FACT_NAMES, 'roles'] as const;

const isText = (draft: ShowDraft, part: DraftField | ShowFactName): part is DraftField => part in draft.texts;

/** Formats a part of a draft as text. */
export function formatShowPart(draft: ShowDraft, part: ShowPart): string {
  if (part === 'roles') return formatRoles(draft.roles);
  return isText(draft, part) ? draft.texts[part] : formatShowFact(draft[part]);
}

/**
 * Returns true if a part is the same in both drafts. Cast and crew are the same if they have the same text and people.
 * A person without an id is the same as anybody of that name, because saving finds the person by name.
 */
export const isSameShowPart = (a: ShowDraft, b: ShowDraft, part: ShowPart): boolean =>
  formatShowPart(a, part) === formatShowPart(b, part) && (part !== 'roles' || listNamesakes(a, b).length === 0);

/** Lists the names that mean different people in two drafts whose cast and crew have the same text. */
export function listNamesakes(a: ShowDraft, b: ShowDraft): string[] {
  const others = listPeople(b);
  const names = listPeople(a).flatMap(({ id, name }, at) => {
    const other = others[at]?.id ?? '';
    return id === other || id === '' || other === '' ? [] : [name];
  });
  return [...new Set(names)];
}

/** Lists the people of a draft in the order of `formatRoles`. */
const listPeople = ({ roles }: ShowDraft): DraftPerson[] =>
  (['cast', 'crew'] as const).flatMap((kind) =>
    roles.filter((role) => role.kind === kind).flatMap(({ people }) => people),
  );

/** Lists the parts in which two drafts differ. Both started from `base`. */
export function diffShowDrafts(base: ShowDraft, mine: ShowDraft, theirs: ShowDraft): ShowDraftDifference[] {
  return listShowParts(base).flatMap((part) => {
    if (isSameShowPart(mine, theirs, part)) return [];
    const changedBy = isSameShowPart(base, mine, part)
      ? 'theirs'
      : isSameShowPart(base, theirs, part)
        ? 'mine'
        : 'both';
    return [{ part, mine: formatShowPart(mine, part), theirs: formatShowPart(theirs, part), changedBy }];
  });
}

/**
 * Merges two drafts. If only one side changed a part, that change is taken. Conflicts are decided by `choices`; without a
 * choice, `mine` is taken.
 */
export function mergeShowDrafts(
  base: ShowDraft,
  mine: ShowDraft,
  theirs: ShowDraft,
  choices: Partial<Record<ShowPart, VersionChoice>>,
): ShowDraft {
  const draftFor = (part: ShowPart): ShowDraft => {
    const difference = diffShowDrafts(base, mine, theirs).find((candidate) => candidate.part === part);
    // Where both are the same, `theirs` has the ids of people whom `mine` may only name
    if (!difference) return theirs;
    const { changedBy } = difference;
    return (changedBy === 'both' ? (choices[part] ?? 'mine') : changedBy) === 'theirs' ? theirs : mine;
  };
  const fields = Object.keys(base.texts) as DraftField[];
  return {
    texts: Object.fromEntries(fields.map((field) => [field, draftFor(field).texts[field]])) as ShowDraft['texts'],
    ...buildShowFacts((fact) => draftFor(fact)[fact]),
    roles: draftFor('roles').roles,
  };
}
