/** The database can't be used at all. `message` is one sentence for the person who starts the program: what to do. */
export class DatabaseSetupError extends Error {
  override name = 'DatabaseFault';
}

/** Others used the database for longer than we wait. Nothing was written; trying again later may work (503). */
export class DatabaseBusy extends Error {
  override name = 'DatabaseBusy';
}

/** The database can't be reached: it is restarting, or the connection is cut. It comes back by itself (503). */
export class DatabaseUnavailable extends Error {
  override name = 'DatabaseAway';
}

/** There was no room on the disk for a write, and none of it was written. Reading goes on (503). */
export class DatabaseFull extends Error {
  override name = 'DatabaseFull';
  readonly code = 'ENOSPC';
}

/**
 * The machine-readable code of an error from a driver or from Node ("SQLITE_BUSY", "40001", "ECONNREFUSED"), else "".
 */
export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
}
