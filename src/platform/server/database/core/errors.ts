/**
 * Thrown if the database can't be used at all. The message tells the person who starts the program what to do.
 */
export class DatabaseSetupError extends Error {
  override name = 'DatabaseSetupError';
}

/**
 * Thrown if others used the database for too long. Nothing was written; trying again later may work (503).
 */
export class DatabaseBusyError extends Error {
  override name = 'DatabaseBusyError';
}

/**
 * Thrown if the database can't be reached, for example because it is restarting or the connection was cut. Later
 * statements connect again by themselves (503).
 */
export class DatabaseUnavailableError extends Error {
  override name = 'DatabaseUnavailableError';
}

/** Thrown if the disk had no room for a write. Nothing was written, and reading still works (503). */
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
