import type { DbReader, DbTransaction } from '#platform/server/database/index.ts';
import type { CallRequest } from '#platform/server/http/routes/call.ts';
import type { FoundPerformance } from './store.ts';

type Doing = Pick<CallRequest, 'now' | 'home'>;

/** Handles a performance's change in a feature with tickets, in the same transaction. */
export interface PerformanceChangeHandler {
  /** Counts the orders with tickets for it. */
  orders: (db: DbReader, performance: string) => Promise<number>;
  /** Returns true if somebody ever had tickets for it, even returned ones: those stay on record. */
  wasSold: (db: DbReader, performance: string) => Promise<boolean>;
  /** It was saved, perhaps with another time. */
  saved: (tx: DbTransaction, performance: FoundPerformance, before: FoundPerformance, doing: Doing) => Promise<void>;
  /** It was cancelled. */
  cancelled: (tx: DbTransaction, performance: FoundPerformance, doing: Doing) => Promise<void>;
}

declare module '#platform/server/feature/feature.ts' {
  interface Contributions {
    /** Called when a performance is moved or cancelled. */
    performanceChanges: readonly PerformanceChangeHandler[];
  }
}
