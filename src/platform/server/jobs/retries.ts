import { isDiskFullError } from '../storage/storage.ts';

/**
 * The delays between the attempts of every kind of job, emails included. Seven delays make eight attempts in
 * about two days. `docs/operating.md` lists them.
 */
export const retryDelaysInMinutes = [1, 5, 30, 2 * 60, 6 * 60, 12 * 60, 24 * 60];

/** A failure after which a retry is useless. Its code is stored: letters and digits, no words. */
export class PermanentFailure extends Error {
  readonly code: string;
  constructor(code: string) {
    super(`This job can’t succeed: ${code}`);
    this.code = code;
  }
}

/** Thrown if the event for which a job waits hasn't happened yet. Nothing is wrong; the next attempt checks again. */
export class JobNotReadyError extends Error {
  readonly code = 'EOPEN';
}

/**
 * Returns true for an error with a code: one from outside this program, such as a mail server, a card provider or a
 * disk, or one that a handler has thrown on purpose (`JobNotReadyError`, `PermanentFailure`).
 */
const isErrorWithCode = (error: unknown): boolean => error instanceof Error && 'code' in error;

/** Returns true for errors with a code of SQLite or of PostgreSQL. */
const isOfDatabase = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && /^(SQLITE_|\d)/.test(String(error.code));

/**
 * Returns true for a fault of this program: an error of our own code or of the database. Errors of external services have
 * a code too, and aren't faults.
 */
export const isProgramFault = (error: unknown): boolean => !isErrorWithCode(error) || isOfDatabase(error);

/**
 * Returns the level at which an error of background work is logged. `error` means that somebody has to act. It is for
 * errors of our own code and of the database, a full disk, and work that was given up.
 */
export function getErrorLogLevel(error: unknown, { isRetried }: { isRetried: boolean }): 'error' | 'warn' | 'info' {
  if (!isRetried || isProgramFault(error) || isDiskFullError(error)) return 'error';
  return error instanceof JobNotReadyError ? 'info' : 'warn';
}
