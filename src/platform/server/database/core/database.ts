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

/** A statement that has been executed, with `+?` (SQLite) or `$1` (PostgreSQL) in place of each value. */
export interface ExecutedQuery {
  ms: number;
  sql: string;
}

/** Called after each statement of a read or a write, even if it failed. */
export type OnQuery = (query: ExecutedQuery) => void;

export interface Database {
  readonly engine: Engine;
  readonly read: DbReader;
  /**
   * Declares the visibility of these tables, which decides the revisions that their changes increase; a table that
   * nobody declared counts as public.
   */
  declareVisibility(tables: TableVisibility): void;
  write<T>(work: (tx: DbTransaction) => Promise<T>): Promise<T>;
  /**
   * Returns the public revision as last committed by any process; with `others`, the sum of the public revision and
   * these. Revisions only grow, so the sum changes whenever one of them does. The call is cheap enough for every
   * request.
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
  /** The time in milliseconds that a write waits for another process's write. */
  patience: number;
  onQuery?: OnQuery | undefined;
}

/** Builds Kysely's options for timing each statement, even one that failed. */
export const buildTimingOptions = (onQuery: OnQuery | undefined): { log?: Logger } =>
  onQuery ? { log: ({ query, queryDurationMillis: ms }: LogEvent) => onQuery({ ms, sql: query.sql }) } : {};

/**
 * Thrown if the database can't be used at all. The message tells the person who starts the program what to do.
 */
export class DatabaseSetupError extends Error {
  override name = 'DatabaseSetupError';
}

/**
 * Thrown if the database stayed busy for too long. Nothing was written; trying again later may work. The response has
 * the status 503.
 */
export class DatabaseBusyError extends Error {
  override name = 'DatabaseBusyError';
}

/**
 * Thrown if the database can't be reached, for example because it is restarting or the connection was cut. Later
 * statements connect again by themselves. The response has the status 503.
 */
export class DatabaseUnavailableError extends Error {
  override name = 'DatabaseUnavailableError';
}

/**
 * Thrown if the disk had no room for a write. Nothing was written, and reading still works. The response has the status
 * 503.
 */
export class DatabaseFullError extends Error {
  override name = 'DatabaseFullError';
  readonly code = 'ENOSPC';
}

/**
 * Returns the machine-readable code of an error from a driver or from Node ("SQLITE_BUSY", "40001", "ECONNREFUSED"); ""
 * if there is none.
 */
export function getErrorCode(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
}
