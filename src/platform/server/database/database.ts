import type { Kysely, Transaction } from 'kysely';
import type { Tables } from './schema.ts';

export type Engine = 'sqlite' | 'postgres';

/** A handle to read with: the database's own, or the transaction that a query is part of. */
export type Reading = Pick<
  Kysely<Tables>,
  'selectFrom' | 'selectNoFrom' | 'with' | 'withRecursive' | 'fn' | 'case' | 'dynamic' | 'getExecutor'
>;

/** A handle to write with; only `write()` gives one. */
export type Writing = Transaction<Tables>;

export interface WriteOptions {
  /** What the write changes for those who cache pages; `none` for sessions, audit, jobs and mail. */
  revision?: 'public' | 'none';
}

export interface Database {
  readonly engine: Engine;
  readonly read: Reading;
  write<T>(work: (tx: Writing) => Promise<T>, options?: WriteOptions): Promise<T>;
  /** The public revision as last committed, by any process. Cheap enough for every request. */
  revision(): Promise<number>;
  /** Resolves when the database answers, else rejects. */
  ready(): Promise<void>;
  /** Waits for open writes, then closes every connection. */
  close(): Promise<void>;
}
