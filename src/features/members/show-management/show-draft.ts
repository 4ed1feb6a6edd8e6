import type { z } from 'zod';
import type { CurrentRole, SaveShow } from '#features/archive/shows/edit-contract.ts';
import { buildFacts, type ShowFacts, TEXT_FIELDS, type TextField } from '#features/archive/shows/fields.ts';
import { type CalendarDate, formatDate, type Precision } from '#platform/shared/dates/dates.ts';
import type { EditShowContent } from './edit-page-contract.ts';

/** A field of the editor: a show's texts, and its two dates as they are written. */
export type DraftField = TextField | 'date' | 'first_date';

export interface DraftPerson {
  /** The editor's own key. */
  key: string;
  /** The id of the credit; "" for someone added. */
  credit: string;
  /** "" for a new person with this name. */
  id: string;
  name: string;
  /** The name as printed, if it differs; else "". */
  as: string;
}

export interface DraftRole {
  key: string;
  kind: 'cast' | 'crew';
  role: string;
  people: DraftPerson[];
}

/** A show being edited, which exists nowhere else until it is saved. */
export interface ShowDraft extends ShowFacts {
  texts: Record<DraftField, string>;
  roles: DraftRole[];
}

let made = 0;
/** An id for a row of the editor, different from all others. */
export const createRowKey = (): string => {
  made += 1;
  return `row${made}`;
};
/** Returns true if `newKey` made it, on this visit or another. */
export const isGeneratedRowKey = (key: string): boolean => key.startsWith('row');

/** Builds the draft of the saved show. */
export function toShowDraft({
  showDetails,
  currentRoles,
}: Pick<EditShowContent, 'showDetails' | 'currentRoles'>): ShowDraft {
  const { date, date_precision, first_date, first_date_precision } = showDetails;
  return {
    texts: {
      ...(Object.fromEntries(TEXT_FIELDS.map((field) => [field, showDetails[field]])) as Record<TextField, string>),
      date: written(date, date_precision),
      // One date means both ends
      first_date:
        first_date === date && first_date_precision === date_precision ? '' : written(first_date, first_date_precision),
    },
    ...buildFacts((fact) => showDetails[fact]),
    roles: currentRoles.map((role, at) => ({
      key: `${role.cast_or_crew}${at}`,
      kind: role.cast_or_crew,
      role: role.role,
      people: role.people.map((person) => ({ ...person, key: person.credit })),
    })),
  };
}

const written = (date: CalendarDate, precision: Precision) => (date === '' ? '' : formatDate(date, precision));

/** The body of the call that saves a draft. */
export function toSaveShowBody(draft: ShowDraft, version: number): z.input<typeof SaveShow> {
  const { date, first_date, ...texts } = draft.texts;
  return {
    ...texts,
    date,
    first_date,
    ...buildFacts((fact) => draft[fact]),
    roles: rolesOf(draft.roles),
    ...(version === 0 ? {} : { version }),
  };
}

function rolesOf(roles: readonly DraftRole[]) {
  const counts = { cast: 0, crew: 0 };
  return roles
    .map(({ kind, role, people }) => ({
      role,
      cast_or_crew: kind,
      // Counted by list: a role's place on the page is its place in the programme
      orderVal: ++counts[kind],
      members: people.map(({ credit, id, name, as }) => ({ credit, id, name, as })),
    }))
    .filter(({ role, members }) => role.trim() !== '' || members.length > 0);
}

/** Cast and crew as text: equal when they are the same. */
export function formatRoles(roles: readonly Pick<DraftRole, 'kind' | 'role' | 'people'>[]): string {
  const lines = (kind: CurrentRole['cast_or_crew']) =>
    roles
      .filter((role) => role.kind === kind && (role.role.trim() !== '' || role.people.length > 0))
      .map(({ role, people }) => `${role.trim()}: ${people.map(formatCreditedPerson).join(', ')}`);
  const [cast, crew] = [lines('cast'), lines('crew')];
  return [...cast, ...(crew.length > 0 ? ['—', ...crew] : [])].join('\n');
}

/** "Ann Hale (as Ann Stott)". */
export const formatCreditedPerson = ({ name, as }: Pick<DraftPerson, 'name' | 'as'>): string =>
  as === '' || as === name ? name : `${name} (as ${as})`;
