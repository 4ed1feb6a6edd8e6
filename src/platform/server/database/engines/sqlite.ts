import { closeSync, fdatasync, mkdirSync, openSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import BetterSqlite from 'better-sqlite3';
import {
  type DatabaseConnection,
  Kysely,
  type QueryCompiler,
  type SqliteDatabase,
  SqliteDialect,
  SqliteDriver,
  SqliteQueryCompiler,
  type SqliteStatement,
} from 'kysely';
import { coalesceCalls } from '#platform/shared/coalesce-calls.ts';
import {
  createVisibilityRegistry,
  revisionsQuery,
  runAndIncreaseRevisions,
  sumRevisions,
} from '../cache/table-changes.ts';
import {
  buildTimingOptions,
  type ConnectionOptions,
  type Database,
  DatabaseBusyError,
  DatabaseSetupError,
  getErrorCode,
} from '../core/database.ts';
import type { RevisionTable, Tables } from '../core/schema.ts';
import {
  findPendingMigrations,
  type Migrations,
  migrate,
  type RecordedMigration,
  type UntypedTables,
} from '../migrate/migrate.ts';
import { createFullDiskWatch, createGroupCommit, createWriteGuard } from './writes.ts';

type Handle = BetterSqlite.Database;

/**
 * The maximum length of the write-ahead log, in pages of 4 kB. At this length, SQLite copies the log into the database
 * file, and then overwrites the log from its beginning. A busy page is in the log many times, but is copied only once.
 * SQLite's default is 1,000.
 */
const maxLogPages = 4000;

/**
 * Opens the SQLite file and runs pending migrations. Creates the file if it is missing.
 * @throws DatabaseSetupError
 */
export async function openSqlite(file: string, migrations: Migrations, how: ConnectionOptions): Promise<Database> {
  const { patience } = how;
  const names = { place: `The database file ${file}`, setting: 'DATA_DIR' };
  const handles: Handle[] = [];
  const open = (options?: BetterSqlite.Options) => {
    const handle = new BetterSqlite(file, options);
    handles.push(handle);
    return handle;
  };
  try {
    makeFolder(dirname(file));
    const before = getInode(file);
    const current = before !== undefined && (await retryWhileBusy(patience, () => isUpToDate(file, migrations, names)));
    const writer = open();
    // Deleted data is overwritten with zeros, so that nothing of an erased person stays in the file
    writer.pragma('secure_delete = on');
    await retryWhileBusy(patience, () => writer.pragma('journal_mode = wal'));
    writer.pragma('synchronous = full');
    if (!current) await migrateFile(writer, patience, migrations, names);
    // From here on, another thread flushes each write to the disk before the caller gets the result
    writer.pragma('synchronous = normal');
    writer.pragma(`wal_autocheckpoint = ${maxLogPages}`);
    // Otherwise SQLite would use a temporary file for the data with which it can undo a savepoint
    writer.pragma('temp_store = memory');
    writer.pragma('foreign_keys = on');
    // Waiting inside SQLite would block the whole program. Only `begin` may have to wait, which is done outside SQLite.
    writer.pragma('busy_timeout = 0');
    const reader = open({ readonly: true });
    reader.pragma('busy_timeout = 5000');
    // SQLite opens its log with the first statement
    await retryWhileBusy(patience, () => writer.prepare('select 1 from sqlite_master').get());
    // A restore may have put another file here while this process waited for the restore's lock
    if (before !== undefined && getInode(file) !== before) {
      throw new DatabaseSetupError(`${names.place} was replaced while it was being opened: start Callboard again.`);
    }
    return createSqliteDatabase(writer, reader, openWal(file, endProgram), how);
  } catch (error) {
    for (const handle of handles) handle.close();
    throw toSetupError(error, file);
  }
}

/**
 * Ends the process, because commits that didn't reach the disk can't be rolled back. Like PostgreSQL, we restart from
 * the data on disk.
 */
function endProgram(error: unknown): void {
  setImmediate(() => {
    throw error;
  });
}

function createSqliteDatabase(
  writer: Handle,
  reader: Handle,
  wal: Wal,
  { patience, onQuery }: ConnectionOptions,
): Database {
  const guard = createWriteGuard();
  const disk = createFullDiskWatch();
  const visibility = createVisibilityRegistry();
  const writing = new Kysely<Tables>({
    dialect: new ImmediateTransactionDialect(writer, patience),
    ...buildTimingOptions(onQuery),
  });
  const write = createGroupCommit({
    transaction: (work) => writing.transaction().execute(work),
    savepoint: (_, part) => runInSavepoint(writer, part),
    flush: wal.flush,
    open: 5,
  });
  const read = new Kysely<Tables>({
    dialect: new PlannedOnceDialect({ database: cachePreparedStatements(reader) }),
    plugins: [guard.outside],
    ...buildTimingOptions(onQuery),
  });
  const revisions = reader.prepare<[], RevisionTable>(revisionsQuery);
  const version = reader.prepare<[], number>('pragma data_version').pluck();
  let known: { rows: RevisionTable[]; at: number | undefined } = { rows: [], at: undefined };
  return {
    engine: 'sqlite',
    read,
    declareVisibility: visibility.declare,
    write: (work) => guard.run(() => disk.watch(write((tx) => runAndIncreaseRevisions(tx, work, visibility.of)))),
    isFull: disk.isFull,
    async revision(others) {
      // Reading the rows takes a large part of the time for a cached page, so they are read again only after a write
      const at = version.get();
      if (at !== known.at) known = { rows: revisions.all(), at };
      return sumRevisions(known.rows, others);
    },
    checkReady: async () => void revisions.all(),
    async close() {
      await guard.settled();
      // The writer is closed after the reader, because only the writer may copy the write-ahead log back into the file.
      reader.close();
      writer.close();
      wal.close();
    },
  };
}

/**
 * Runs `write` completely or not at all within the open transaction, and returns its result or its error. Throws if
 * SQLite has rolled back the whole transaction.
 */
export async function runInSavepoint<T>(
  handle: Handle,
  write: () => Promise<T>,
): Promise<{ result: T } | { error: unknown }> {
  // Outside a transaction, a savepoint would begin a new transaction
  if (!handle.inTransaction) throw new Error('SQLite rolled back the transaction that this write was about to join.');
  handle.exec('savepoint one_write');
  try {
    const result = await write();
    handle.exec('release one_write');
    return { result };
  } catch (error) {
    // On a full disk, SQLite rolls back the whole transaction by itself
    if (!handle.inTransaction) throw error;
    handle.exec('rollback to one_write; release one_write');
    return { error };
  }
}

/** The maximum number of statements that stay prepared. */
const maxPrepared = 400;
/**
 * The maximum length of a prepared statement, in characters. Longer statements contain a list, so they rarely repeat.
 */
const maxPreparedLength = 4000;

/**
 * Returns a handle that keeps recently used statements prepared, because preparing takes longer than running most
 * statements. After a change of the schema, SQLite prepares the statements again by itself.
 */
function cachePreparedStatements(handle: Handle): SqliteDatabase {
  const known = new Map<string, SqliteStatement>();
  return {
    prepare(sql) {
      const statement = known.get(sql) ?? handle.prepare(sql);
      if (sql.length > maxPreparedLength) return statement;
      // The map is ordered by last use
      known.delete(sql);
      known.set(sql, statement);
      const [first = sql] = known.keys();
      if (known.size > maxPrepared) known.delete(first);
      return statement;
    },
    close: () => void handle.close(),
  };
}

/**
 * Writes each parameter as `+?`. With a bare `?` in a join, an order or a limit, SQLite plans the statement again
 * whenever a new value is bound, which takes several times as long as running it. The plus has no other effect. If a
 * plan depends on a value, as with a partial index, the value is written into the statement (`sql.lit`).
 */
class PlannedOnceCompiler extends SqliteQueryCompiler {
  protected override getCurrentParameterPlaceholder(): string {
    return '+?';
  }
}

class PlannedOnceDialect extends SqliteDialect {
  override createQueryCompiler(): QueryCompiler {
    return new PlannedOnceCompiler();
  }
}

/**
 * A driver that takes the write lock when a transaction begins. With Kysely's plain `begin`, the first change would
 * take the lock, and would fail instead of waiting.
 */
class ImmediateDriver extends SqliteDriver {
  readonly #handle: Handle;
  readonly #begin: BetterSqlite.Statement;
  readonly #patience: number;

  constructor(handle: Handle, patience: number) {
    super({ database: cachePreparedStatements(handle) });
    this.#handle = handle;
    this.#begin = handle.prepare('begin immediate');
    this.#patience = patience;
  }

  override async beginTransaction(): Promise<void> {
    await retryWhileBusy(this.#patience, () => this.#begin.run());
  }

  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    // On a full disk SQLite rolls back by itself. A second rollback would hide the original error.
    if (this.#handle.inTransaction) await super.rollbackTransaction(connection);
  }
}

export class ImmediateTransactionDialect extends PlannedOnceDialect {
  readonly #handle: Handle;
  readonly #patience: number;

  constructor(handle: Handle, patience: number) {
    super({ database: handle });
    this.#handle = handle;
    this.#patience = patience;
  }

  override createDriver(): SqliteDriver {
    return new ImmediateDriver(this.#handle, this.#patience);
  }
}

/** Returns true if no migration is pending. Only reads, so that a refused file stays unchanged byte for byte. */
function isUpToDate(file: string, migrations: Migrations, names: { place: string; setting: string }): boolean {
  const handle = new BetterSqlite(file, { readonly: true });
  try {
    const tables = handle.prepare<[], string>("select name from sqlite_master where type = 'table'").pluck().all();
    if (tables.length === 0) return false;
    if (!tables.includes('migration')) {
      throw new DatabaseSetupError(
        `${names.place} belongs to another program: set DATA_DIR to another folder; nothing was changed.`,
      );
    }
    const recorded = handle.prepare<[], RecordedMigration>('select * from migration order by name').all();
    return findPendingMigrations(migrations, recorded, names).length === 0;
  } finally {
    handle.close();
  }
}

async function migrateFile(
  handle: Handle,
  patience: number,
  migrations: Migrations,
  names: { place: string; setting: string },
) {
  // Foreign keys are off, because a rebuilt table is dropped, and dropping it would otherwise apply the delete rules of
  // the foreign keys that refer to it. The foreign keys are checked before the commit.
  handle.pragma('foreign_keys = off');
  const db = new Kysely<UntypedTables>({ dialect: new ImmediateTransactionDialect(handle, patience) });
  await db.transaction().execute(async (tx) => {
    await migrate(tx, 'sqlite', migrations, names);
    const broken = handle.pragma('foreign_key_check');
    if (Array.isArray(broken) && broken.length > 0) {
      throw new Error(`A migration left rows that refer to nothing (${broken.length}): ${JSON.stringify(broken[0])}`);
    }
  });
}

/** Returns a file's inode number; undefined if there is no such file, or it can't be reached. */
function getInode(file: string): bigint | undefined {
  try {
    return statSync(file, { bigint: true }).ino;
  } catch {
    return undefined;
  }
}

function makeFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true });
  } catch (error) {
    throw createUnwritableError(folder, error);
  }
}

/**
 * Retries `attempt` while another process is writing, without blocking this process.
 *
 * @throws DatabaseBusyError if the other process is still writing after `patience` milliseconds
 */
async function retryWhileBusy<T>(patience: number, attempt: () => T): Promise<T> {
  // Measured by the process's own clock, in case the system clock is changed
  const deadline = performance.now() + patience;
  for (let pause = 1; ; pause = Math.min(pause * 2, 25)) {
    try {
      return attempt();
    } catch (error) {
      if (!getErrorCode(error).startsWith('SQLITE_BUSY')) throw error;
      if (performance.now() > deadline) {
        throw new DatabaseBusyError('Another process has been writing to the database for too long.', { cause: error });
      }
    }
    await sleep(pause);
  }
}

export function toSetupError(error: unknown, file: string): unknown {
  const code = getErrorCode(error);
  if (error instanceof DatabaseBusyError) {
    return new DatabaseSetupError(
      `The database file ${file} is in use by another program: stop that program, then start Callboard again.`,
      {
        cause: error,
      },
    );
  }
  if (code === 'SQLITE_NOTADB' || code.startsWith('SQLITE_CORRUPT')) {
    return new DatabaseSetupError(
      `The file ${file} is not a database, or is damaged: restore a backup to another folder and set DATA_DIR to that folder.`,
      { cause: error },
    );
  }
  if (/^SQLITE_(CANTOPEN|READONLY|PERM|IOERR|FULL)/.test(code)) return createUnwritableError(dirname(file), error);
  return error;
}

function createUnwritableError(folder: string, cause: unknown): DatabaseSetupError {
  return new DatabaseSetupError(
    `Callboard can’t write to the folder ${folder}: make it writable and check that there is free space, or set DATA_DIR to another folder.`,
    { cause },
  );
}

/** SQLite's write-ahead log. It contains each commit until the commit is copied into the database file. */
export interface Wal {
  /**
   * Resolves when everything that was committed before the call would survive a power cut. Calls during a flush share
   * the next one.
   */
  flush: () => Promise<void>;
  close: () => void;
}

const toDisk = promisify(fdatasync);

/**
 * Opens the log of an open database. SQLite itself would block the whole program until each commit is on the disk;
 * `flush` flushes the same file in another thread (docs/decisions/0091).
 *
 * @param file the database file. It must be open in WAL mode, so that its log isn't deleted in the meantime. Closing
 * the log here releases none of SQLite's locks
 * @param lost is called if the disk fails; committed rows are then in the database, but may be lost at any time
 */
export function openWal(file: string, lost: (error: unknown) => void): Wal {
  const log = openSync(`${file}-wal`, 'r+');
  const turn = coalesceCalls(() => toDisk(log));
  return {
    async flush() {
      try {
        await turn();
      } catch (error) {
        lost(error);
        throw error;
      }
    },
    close: () => closeSync(log),
  };
}
