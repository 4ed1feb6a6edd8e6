import type { LogEvent, Logger } from 'kysely';
import type { OnQuery } from '../core/database.ts';

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
