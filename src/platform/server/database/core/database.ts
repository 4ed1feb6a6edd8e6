import type { Kysely, LogEvent, Logger, Transaction } from 'kysely';
import type { RevisionName, Tables, TableVisibility } from './schema.ts';

export type Engine = 'sqlite' | 'postgres';

/** A handle to read with: the database's own, or the transaction that a query is part of. */
export type DbReader = Pick<
  Kysely<Tables>,
  'selectFrom' | 'selectNoFrom' | 'with' | 'withRecursive' | 'fn' | 'case' | 'dynamic' | 'getExecutor'
>;

/** A handle for writing, which only `write()` provides. */
export type DbTransaction = Transaction<Tables>;

/** A statement that has been executed, with `+?` or `$1` for each value. */
export interface ExecutedQuery {
  ms: number;
  sql: string;
}

/** Called after each statement of a read or a write, even if it failed. */
export type OnQuery = (query: ExecutedQuery) => void;

export interface Database {
  readonly engine: Engine;
  readonly read: DbReader;
  /** Declares who sees the rows of these tables; a table that nobody declared counts as public. */
  declareVisibility(tables: TableVisibility): void;
  write<T>(work: (tx: DbTransaction) => Promise<T>): Promise<T>;
  /**
   * Returns the public revision as last committed by any process; with `others`, the sum of these revisions. Revisions
   * only grow, so the sum changes whenever one of them does. The call is cheap enough for every request.
   */
  revision(others?: readonly RevisionName[]): Promise<number>;
  /** Returns true if a write of this process failed because the disk was full, and none has succeeded since. */
  isFull(): boolean;
  /** Resolves if the database responds, and rejects otherwise. */
  checkReady(): Promise<void>;
  /** Waits for open writes, then closes every connection. */
  close(): Promise<void>;
}

/**
 * Options of a connection: how long a write waits for the database, and a listener for the duration of each statement.
 */
export interface ConnectionOptions {
  patience: number;
  onQuery?: OnQuery | undefined;
}

/** Kysely's options for timing statements, including those that failed. */
export const buildTimingOptions = (onQuery: OnQuery | undefined): { log?: Logger } =>
  onQuery ? { log: ({ query, queryDurationMillis: ms }: LogEvent) => onQuery({ ms, sql: query.sql }) } : {};
