import type { LiveRow } from '#platform/server/database/index.ts';

interface PortraitTable {
  id: string;
  person_id: string;
  /** JSON: a small square, and the whole portrait. */
  sizes: string;
  created_at: string;
  /** The user who uploaded it; null if their account was deleted. */
  uploaded_by: string | null;
  /** The time of the consent; null while there is none. */
  consented_at: string | null;
  /** 1 if the person was 18 or older when they agreed. */
  is_adult: 0 | 1;
  /** The parent or guardian who agreed for somebody under 18; "" for an adult. */
  guardian: string;
  /** The sentence that the person agreed to; "" without consent. */
  consent_wording: string;
  /** The user who recorded the consent. */
  consent_recorded_by: string | null;
  deleted_at: string | null;
}

declare module '#platform/server/database/core/schema.ts' {
  interface Tables {
    portrait: LiveRow<PortraitTable>;
    portrait_with_deleted: PortraitTable;
  }
}

export type { PortraitTable };
