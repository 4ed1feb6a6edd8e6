import type { ExecutedQuery } from '../database/index.ts';
import { createHistogram, type Histogram } from './exposition.ts';

/** A statement that took too long, as logged. */
export interface SlowQuery {
  ms: number;
  sql: string;
}

/** Measures the database's statements. */
export interface QueryMonitor {
  record: (query: ExecutedQuery) => void;
  times: Histogram;
  slow: () => number;
  /** Registers a listener for slow queries. */
  onSlowQuery: (listener: (query: SlowQuery) => void) => void;
}

const maxLoggedLength = 2000;

/**
 * Removes the texts from a statement, and cuts a long one. Only quoted texts have to be removed, because all other
 * values are parameters or numbers.
 */
const withoutValues = (sql: string) =>
  sql
    .replace(/'(?:[^']|'')*'/g, "'…'")
    .replace(/\s+/g, ' ')
    .slice(0, maxLoggedLength);

/** Measures statements, and reports those that take at least `slowMs` milliseconds; with 0, reports none. */
export function createQueryMonitor(slowMs: number): QueryMonitor {
  const times = createHistogram([0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5]);
  let slow = 0;
  let listener: (query: SlowQuery) => void = () => {};
  return {
    record: ({ ms, sql }) => {
      times.add(ms / 1000);
      if (slowMs === 0 || ms < slowMs) return;
      slow += 1;
      listener({ ms: Math.round(ms), sql: withoutValues(sql) });
    },
    times,
    slow: () => slow,
    onSlowQuery: (next) => {
      listener = next;
    },
  };
}
