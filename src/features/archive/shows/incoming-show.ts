import type { CalendarDate, Precision } from '#platform/shared/dates/dates.ts';
import type { ShowFacts, TextField } from './fields.ts';

/** A credit before its person is looked up: found by exact name, or created. */
export interface NewCredit {
  /** The name the person goes by. */
  person: string;
  /** The name as printed in the programme if it differs, else "". */
  as: string;
  kind: 'cast' | 'crew';
  role: string;
  /** Billing order; credits of one order and role are shown together. */
  order: number;
}

/**
 * A show from outside (import, demo, editor): everything known about it, without an id. Texts are "" where nothing is
 * known.
 */
export interface NewShow extends Record<TextField, string>, ShowFacts {
  first_date: CalendarDate;
  first_date_precision: Precision;
  /** Last performance. */
  date: CalendarDate;
  date_precision: Precision;
  /** True if only people who manage shows see it. */
  archived?: boolean;
  /** Identifies its row in an imported archive, permanently; null for a show created here. */
  import_key: string | null;
  credits: NewCredit[];
}
