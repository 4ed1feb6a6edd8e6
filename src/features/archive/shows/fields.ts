import type { CalendarDate, Precision } from '#platform/shared/dates/dates.ts';

/** The text fields of a show that can be edited. */
export const SHOW_TEXT_FIELDS = [
  'title',
  'subtitle',
  'author',
  'venue',
  'company',
  'season',
  'genre',
  'show_type',
  'programme',
  'banner',
  'noda_review',
  'radio_audio',
  'text_blob',
] as const;
export type ShowTextField = (typeof SHOW_TEXT_FIELDS)[number];

/** Builds a record with the same value for each text of a show. */
export const buildShowTextFields = <Value>(value: Value) =>
  Object.fromEntries(SHOW_TEXT_FIELDS.map((field) => [field, value])) as Record<ShowTextField, Value>;

/** The editable data of a show that are neither texts nor dates: booleans and numbers. */
export interface ShowFacts {
  cancelled: boolean;
  /** The number of the default poster; 0 is the first. */
  poster_number: number;
}
export type ShowFactName = keyof ShowFacts;
type ShowFactValue = ShowFacts[ShowFactName];

/** The number of default posters; numbers wrap around after the last. */
export const POSTER_COUNT = 1000;

/** The facts of a new show. */
export const defaultShowFacts: ShowFacts = {
  cancelled: false,
  poster_number: 0,
};
export const SHOW_FACT_NAMES = Object.keys(defaultShowFacts) as readonly ShowFactName[];

/** Builds a show's facts; `find` returns the value of each fact. */
export const buildShowFacts = (find: (fact: ShowFactName) => ShowFactValue): ShowFacts =>
  Object.fromEntries(SHOW_FACT_NAMES.map((fact) => [fact, find(fact)])) as unknown as ShowFacts;

/** Formats a fact as text. Two facts are equal if their texts are equal. */
export function formatShowFact(value: ShowFactValue): string {
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  return String(value);
}

/**
 * A credit whose person hasn't been looked up yet. The person is found by name (see `findPeopleByName`), or created.
 */
export interface NewCredit {
  /** The person's present name. */
  person: string;
  /** The name as printed in the programme if it differs, otherwise "". */
  as: string;
  kind: 'cast' | 'crew';
  role: string;
  /** The billing order; credits with the same order and role are shown together. */
  order: number;
}

/** A show from an import or the demo: everything known about it, but no id. Unknown texts are "". */
export interface NewShow extends Record<ShowTextField, string>, ShowFacts {
  first_date: CalendarDate;
  first_date_precision: Precision;
  /** The date of the last performance. */
  date: CalendarDate;
  date_precision: Precision;
  /** True if only people who manage shows see the show. */
  archived?: boolean;
  /** Permanent key of the show's row in an imported archive; null for a show created here. */
  import_key: string | null;
  credits: NewCredit[];
}
