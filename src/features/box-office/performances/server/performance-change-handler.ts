import type { DbReader, DbTransaction } from '#platform/server/database/index.ts';
import type { CallRequest } from '#platform/server/http/routes/call.ts';
import type { FoundPerformance } from './store.ts';

type ChangeContext = Pick<CallRequest, 'now' | 'home'>;

/** Functions with which a feature that has tickets for a performance handles changes of the performance. */
export interface PerformanceChangeHandler {
  /** Counts the orders with tickets for a performance. */
  orders: (db: DbReader, performance: string) => Promise<number>;
  /** Returns true if a performance ever had tickets. Returned tickets count too, because they stay on record. */
  wasSold: (db: DbReader, performance: string) => Promise<boolean>;
  /** Called after a performance was saved, possibly with another time, in the same transaction. */
  saved: (
    tx: DbTransaction,
    performance: FoundPerformance,
    before: FoundPerformance,
    context: ChangeContext,
  ) => Promise<void>;
  /** Called after a performance was cancelled, in the same transaction. */
  cancelled: (tx: DbTransaction, performance: FoundPerformance, context: ChangeContext) => Promise<void>;
}

declare module '#platform/server/feature/feature.ts' {
  interface Contributions {
    /** Handlers that are called when a performance is saved or cancelled. */
    performanceChanges: readonly PerformanceChangeHandler[];
    /** Counts the unsettled notes from doors, by performance. */
    doorNoteCounts: readonly ((db: DbReader) => Promise<ReadonlyMap<string, number>>)[];
  }
}
