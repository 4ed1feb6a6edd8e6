import type { CorrectionKind } from '../correction-kinds.ts';

export interface CorrectionTable {
  id: string;
  /** Either `show_id` or `person_id` is set. */
  show_id: string | null;
  person_id: string | null;
  what: CorrectionKind;
  /**
   * The credit that the correction is about; "" for none. It isn't a foreign key, because saving the show may give the
   * credit another id.
   */
  credit_id: string;
  right: string;
  role: string;
  cast_or_crew: 'cast' | 'crew';
  /** The archive's value when the correction was sent. */
  was: string;
  note: string;
  name: string;
  email: string;
  /** 1 if the form's hidden field was filled in, as only programs do. */
  suspect: 0 | 1;
  state: 'open' | 'applied' | 'refused';
  received_at: string;
  decided_at: string | null;
  /** The name of the person who decided on the correction. */
  decided_by: string;
  /**
   * JSON: the values to restore when the correction is undone, and the values that the archive must still have. "" if
   * nothing was changed.
   */
  undo: string;
}

declare module '#platform/server/database/core/schema.ts' {
  interface Tables {
    correction: CorrectionTable;
  }
}
