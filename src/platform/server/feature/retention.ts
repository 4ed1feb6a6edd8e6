import type { Instant } from '#platform/shared/dates.ts';
import type { Writing } from '../database/index.ts';

/** Something that is deleted after the time that the society's settings give its kind. */
export interface Retention {
  of: 'messages' | 'mails';
  /** Deletes what is older than a moment. */
  forget: (tx: Writing, before: Instant) => Promise<void>;
}
