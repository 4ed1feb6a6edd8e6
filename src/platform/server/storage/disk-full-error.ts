/**
 * Matches the error codes for a full disk, a used-up quota and a file that may not grow. They are the codes of the
 * system, of PostgreSQL and of SQLite. SQLite has the same code for a used-up quota and a broken disk.
 */
const codes = /^(ENOSPC|EDQUOT|EFBIG|SQLITE_FULL|SQLITE_IOERR_(WRITE|SHMSIZE|FSYNC)|53100)$/;

/** Returns true if an error means that there is no room left to write. */
export function isDiskFull(error: unknown): boolean {
  return error instanceof Error && 'code' in error && codes.test(String(error.code));
}
