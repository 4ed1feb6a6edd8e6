import type { Instant } from '#platform/shared/dates.ts';
import type { Writing } from '../database/index.ts';

/** What is kept for as long as the society's settings say of its kind. */
export interface Retention {
  of: 'messages' | 'mails';
  /** Forgets what is from before a moment. */
  forget: (tx: Writing, before: Instant) => Promise<void>;
}
