import type { CalendarDate, Precision } from '#platform/shared/dates/dates.ts';
import type { ShowFacts, TextField } from './fields.ts';

/** A credit whose person hasn't been looked up yet. The person is found by exact name, or created. */
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

/** A show from outside (import, demo, editor) with everything known about it, without an id. Unknown texts are "". */
export interface NewShow extends Record<TextField, string>, ShowFacts {
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
