import type { Database, DbTransaction, OnQuery } from './core/database.ts';
import { openPostgres } from './engines/postgres.ts';
import { openSqlite } from './engines/sqlite.ts';
import type { Migrations } from './migrate/migrate.ts';

export { cacheByTables, findPublicRevision } from './cache/table-changes.ts';
export { prepareDatabaseReplacement } from './copy/replace.ts';
export { assertBackupRestorable, restoreDatabase } from './copy/restore.ts';
export { type Snapshot, type SqlValue, type TableContent, withSnapshot } from './copy/snapshot.ts';
export type {
  Database,
  DbReader,
  DbTransaction,
  Engine,
  ExecutedQuery,
  OnQuery,
} from './core/database.ts';
export {
  DatabaseBusyError,
  DatabaseFullError,
  DatabaseSetupError,
  DatabaseUnavailableError,
} from './core/database.ts';
export {
  emptyTablesExcept,
  incrementedVersion,
  type LiveRow,
  restoreRows,
  runInBatches,
  type SoftDeleteTable,
  softDeleteRows,
  updateVersionedRow,
} from './core/rows.ts';
export type { RevisionName, Tables, TableVisibility, Visibility } from './core/schema.ts';
export { probeDiskSpace } from './engines/writes.ts';
export { column } from './migrate/columns.ts';
export type { Migration, Migrations } from './migrate/migrate.ts';

/**
 * Opens the database and runs pending migrations, under a lock, because several processes may start at once.
 * @param url a `postgres://` URL; without one, the SQLite `file` is used, and created with its folder if missing.
 * @param patience how long a write waits for another process's write, in milliseconds.
 * @param onQuery is called with the duration of each statement of a read or a write.
 * @throws DatabaseSetupError if the database can't be used; its message tells the person who starts the program what to
 * do.
 */
export async function openDatabase(
  {
    url,
    file,
    patience = 10_000,
    onQuery,
  }: { url?: string | undefined; file: string; patience?: number; onQuery?: OnQuery },
  migrations: Migrations,
): Promise<Database> {
  const how = { patience, onQuery };
  return url ? openPostgres(url, migrations, how) : openSqlite(file, migrations, how);
}

/**
 * Commits all changes of `work`, or none of them. This is the only way to change data. Use only `tx` inside, and await
 * all of it. `work` may run again after a conflict with another write, so it must not create ids, read the clock or
 * send anything. The visibility of the changed tables decides which cached pages become stale (docs/decisions/0128).
 * @throws DatabaseBusyError if others used the database for too long, DatabaseFullError if there is no room; nothing
 * was written.
 */
export const write = <T>(db: Database, work: (tx: DbTransaction) => Promise<T>): Promise<T> => db.write(work);
