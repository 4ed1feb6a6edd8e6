import type { Precision } from '#platform/shared/dates/dates.ts';

export interface ShowTable {
  id: string;
  title: string;
  /** `toSortKey` of the title: for an A–Z order that is the same on every engine. */
  title_key: string;
  subtitle: string;
  author: string;
  first_date: string;
  first_date_precision: Precision;
  /** Last performance. */
  date: string;
  date_precision: Precision;
  venue: string;
  company: string;
  cancelled: 0 | 1;
  /** The number of its default poster; 0 is the first. */
  poster_number: number;
  season: string;
  genre: string;
  show_type: string;
  programme: string;
  banner: string;
  noda_review: string;
  radio_audio: string;
  /** Markdown. */
  text_blob: string;
  /** Identifies its row in an imported archive, permanently; null for one created here. */
  import_key: string | null;
  /** When it was archived; null if it isn't. */
  archived_at: string | null;
  /** The user who moved the date of a past or cancelled show ahead; null for all others. */
  revived_by: string | null;
  created_at: string;
  updated_at: string;
  /** Increases with each change of the show or of its cast and crew. */
  version: number;
  /** The user who saved it last; null where nobody did since that is stored, or their account was deleted. */
  updated_by?: string | null | undefined;
}

export interface CreditTable {
  id: string;
  show_id: string;
  person_id: string;
  kind: 'cast' | 'crew';
  role: string;
  /** Billing order. */
  ord: number;
  /** Position among the people with the role. */
  place: number;
  /** The name as printed if it differs from the person's, else "". */
  printed_as: string;
  /** Its person before a merge; null for a credit that was never moved. */
  merged_from: string | null;
  /** The user who gave it to this person; null for credits from an archive, or from before that was recorded. */
  set_by: string | null;
}

declare module '#platform/server/database/core/schema.ts' {
  interface Tables {
    show: ShowTable;
    credit: CreditTable;
  }
}
