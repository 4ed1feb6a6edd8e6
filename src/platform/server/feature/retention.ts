import type { Instant } from '#platform/shared/dates/dates.ts';
import type { DbReader, DbTransaction } from '../database/index.ts';

/** Data that is deleted after a period set by the society. */
export interface Retention {
  /** The data, and how long it is retained: for the data map (docs/data-map.md). */
  description: string;
  /** The period in months; 0 means for ever. */
  months: (db: DbReader) => Promise<number>;
  /** Deletes everything older than the given time. */
  forget: (tx: DbTransaction, before: Instant) => Promise<void>;
}
