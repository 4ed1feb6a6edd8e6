import type { Precision } from '#platform/shared/dates/dates.ts';

export interface ShowTable {
  id: string;
  title: string;
  /** The title's `toSortKey`, for an A–Z order that is the same on every engine. */
  title_key: string;
  subtitle: string;
  author: string;
  first_date: string;
  first_date_precision: Precision;
  /** The date of the last performance. */
  date: string;
  date_precision: Precision;
  venue: string;
  company: string;
  cancelled: 0 | 1;
  /** The number of the show's default poster; 0 is the first. */
  poster_number: number;
  season: string;
  genre: string;
  show_type: string;
  programme: string;
  banner: string;
  noda_review: string;
  radio_audio: string;
  /** The text about the show, in Markdown. */
  text_blob: string;
  /**
   * The permanent key by which an import recognises the show; null for a show created here, unless an import has
   * matched it.
   */
  import_key: string | null;
  /** The time when the show was archived; null if it isn't. */
  archived_at: string | null;
  /** The user who made a past or cancelled show current again; null if nobody did, or their account was deleted. */
  revived_by: string | null;
  created_at: string;
  updated_at: string;
  /** Increases with each edit of the show or of its cast and crew, but not when the show is archived or restored. */
  version: number;
  /**
   * The user who saved the show last; null if that isn't known, if the account was deleted, or if the last change
   * wasn't a save, such as a merge of people.
   */
  updated_by?: string | null | undefined;
}

export interface CreditTable {
  id: string;
  show_id: string;
  person_id: string;
  kind: 'cast' | 'crew';
  role: string;
  /** The billing order. */
  ord: number;
  /** The position among the people who share the role. */
  place: number;
  /** The name as printed if it differs from the person's name, otherwise "". */
  printed_as: string;
  /** The person who had the credit before a merge, until the merge is undone; null for all other credits. */
  merged_from: string | null;
  /**
   * The user who gave the credit to this person; null for imports at the terminal, the demo, deleted
   * accounts, and older credits.
   */
  set_by: string | null;
}

declare module '#platform/server/database/core/schema.ts' {
  interface Tables {
    show: ShowTable;
    credit: CreditTable;
  }
}
