/**
 * Matches the codes of a full disk, a used-up quota and a file that may not grow: the system's codes; SQLite's, which
 * doesn't distinguish a used-up quota from a broken disk; PostgreSQL's.
 */
const codes = /^(ENOSPC|EDQUOT|EFBIG|SQLITE_FULL|SQLITE_IOERR_(WRITE|SHMSIZE|FSYNC)|53100)$/;

/** Returns true if an error means that there is no room left to write. */
export function isDiskFull(error: unknown): boolean {
  return error instanceof Error && 'code' in error && codes.test(String(error.code));
}
