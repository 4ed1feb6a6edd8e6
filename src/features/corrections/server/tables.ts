import type { What } from '../fields.ts';

export interface CorrectionTable {
  id: string;
  /** One of the two. */
  show_id: string | null;
  person_id: string | null;
  what: What;
  /** The credit it is about, else "". No reference: a save of the show may give the credit another id. */
  credit_id: string;
  right: string;
  role: string;
  cast_or_crew: 'cast' | 'crew';
  /** What the archive said then. */
  was: string;
  note: string;
  name: string;
  email: string;
  /** 1 when the field that people don't see was filled. */
  suspect: 0 | 1;
  state: 'open' | 'applied' | 'refused';
  received_at: string;
  decided_at: string | null;
  /** The name of who did. */
  decided_by: string;
  /** JSON: what undoing puts back, and what has to stand there still. "" where nothing was changed. */
  undo: string;
}

declare module '#platform/server/database/schema.ts' {
  interface Tables {
    correction: CorrectionTable;
  }
}
