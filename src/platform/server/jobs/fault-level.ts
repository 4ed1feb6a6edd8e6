import { isDiskFull } from '../storage/disk-full-error.ts';
import { JobNotReady } from './job-handler.ts';

/**
 * Returns true for an error that comes from outside this program, such as a mail server, a card provider or a disk.
 * Such errors have a code.
 */
export const isExternalError = (error: unknown): boolean => error instanceof Error && 'code' in error;

/** Returns true for errors with a code of SQLite or of PostgreSQL. */
const isOfDatabase = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && /^(SQLITE_|\d)/.test(String(error.code));

/**
 * Returns the level at which an error of background work is logged. `error` means that somebody has to act. It is for
 * errors of our own code and of the database, a full disk, and work that was given up.
 */
export function getErrorLevel(error: unknown, { isRetried }: { isRetried: boolean }): 'error' | 'warn' | 'info' {
  if (!isRetried || !isExternalError(error) || isOfDatabase(error) || isDiskFull(error)) return 'error';
  return error instanceof JobNotReady ? 'info' : 'warn';
}
