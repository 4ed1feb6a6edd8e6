import type { LogEvent, Logger } from 'kysely';
import type { OnQuery } from './database.ts';

/** How the database is asked: for how long a write waits, and who hears how long each statement took. */
export interface How {
  patience: number;
  onQuery?: OnQuery | undefined;
}

/** What Kysely is made with, so that it times its statements. Those that failed took their time too. */
export const timed = (onQuery: OnQuery | undefined): { log?: Logger } =>
  onQuery ? { log: ({ query, queryDurationMillis: ms }: LogEvent) => onQuery({ ms, sql: query.sql }) } : {};
