import type { LiveRow } from '#platform/server/database/index.ts';
import type { PortraitConsent } from '../consent.ts';

interface PortraitTable extends PortraitConsent {
  id: string;
  person_id: string;
  /** JSON: a small square, and the whole portrait. */
  sizes: string;
  created_at: string;
  /** The user who uploaded it; null if their account was deleted. */
  uploaded_by: string | null;
  /** The sentence that was agreed to; "" without consent. */
  consent_wording: string;
  /** The user who recorded the consent; null without consent, or if their account was deleted. */
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
