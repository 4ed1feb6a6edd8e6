import { existsSync } from 'node:fs';
import BetterSqlite from 'better-sqlite3';
import { Kysely, SqliteDialect, sql } from 'kysely';
import { DatabaseSetupError, type Engine } from '../core/database.ts';
import { listTableNames } from '../core/rows.ts';
import { createKysely, createPool, parseDatabaseUrl, toPostgresSetupError } from '../engines/postgres-connections.ts';
import { toSetupError } from '../engines/sqlite.ts';
import { listRecordedMigrations, type UntypedTables } from '../migrate/migrate.ts';

/** A value in a row: a text, a number or null. */
export type SqlValue = string | number | null;

/** A table's rows, each with its values in the order of the columns. */
export interface TableContent {
  table: string;
  columns: readonly string[];
  rows: Iterable<readonly SqlValue[]> | AsyncIterable<readonly SqlValue[]>;
}

/** A database as it was at one moment, unaffected by later writes. */
export interface Snapshot {
  engine: Engine;
  /** The migrations that have run, in order. */
  migrations: readonly string[];
  /** The version of Callboard that ran the last of `migrations`; "" if that was before versions were recorded. */
  version: string;
  tables: readonly string[];
  read(table: string): Promise<TableContent>;
}

/** The number of rows read from PostgreSQL at once. */
const rowsAtOnce = 1000;
const patienceMs = 10_000;

/**
 * Runs `work` with a snapshot of a database. Changes nothing, and doesn't run migrations.
 * @param url a `postgres://` URL; without one, the SQLite `file` is read
 * @throws DatabaseSetupError if there is no database
 */
export function withSnapshot<T>(
  { url, file }: { url?: string | undefined; file: string },
  work: (snapshot: Snapshot) => Promise<T>,
): Promise<T> {
  return url ? withServerSnapshot(url, work) : withFileSnapshot(file, work);
}

async function withFileSnapshot<T>(file: string, work: (snapshot: Snapshot) => Promise<T>): Promise<T> {
  if (!existsSync(file)) {
    throw new DatabaseSetupError(`There is no database file ${file}: set DATA_DIR to the folder that the site uses.`);
  }
  const handles: BetterSqlite.Database[] = [];
  try {
    const handle = new BetterSqlite(file, { readonly: true });
    handles.push(handle);
    handle.pragma('busy_timeout = 5000');
    handle.exec('begin');
    return await work({
      ...(await readOutline(
        new Kysely<UntypedTables>({ dialect: new SqliteDialect({ database: handle }) }),
        'sqlite',
        file,
      )),
      read: async (table) => {
        const all = handle.prepare<[], readonly SqlValue[]>(`select * from "${table}"`).raw();
        return { table, columns: all.columns().map(({ name }) => name), rows: all.iterate() };
      },
    });
  } catch (error) {
    throw toSetupError(error, file);
  } finally {
    for (const handle of handles) handle.close();
  }
}

async function withServerSnapshot<T>(url: string, work: (snapshot: Snapshot) => Promise<T>): Promise<T> {
  const place = parseDatabaseUrl(url);
  const pool = await createPool(url, 1, patienceMs);
  try {
    await pool.query('select 1').catch((error) => {
      throw toPostgresSetupError(error, place);
    });
    return await createKysely<UntypedTables>(pool, 'set idle_in_transaction_session_timeout = 0')
      .transaction()
      .setIsolationLevel('repeatable read')
      .setAccessMode('read only')
      .execute(async (tx) =>
        work({
          ...(await readOutline(tx, 'postgres', `The database ${place.database} on ${place.server}`)),
          read: async (table) => {
            const columns = await listColumns(tx, table);
            return { table, columns, rows: readRows(tx, table, columns) };
          },
        }),
      );
  } finally {
    await pool.end();
  }
}

async function readOutline(db: Kysely<UntypedTables>, engine: Engine, place: string) {
  const recorded = await listRecordedMigrations(db, engine);
  if (!recorded) throw new DatabaseSetupError(`${place} contains no society: nothing was read.`);
  return {
    engine,
    migrations: recorded.map(({ name }) => name),
    version: recorded.at(-1)?.version ?? '',
    tables: await listTableNames(db, engine),
  };
}

async function listColumns(tx: Kysely<UntypedTables>, table: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select column_name as name from information_schema.columns
    where table_schema = current_schema() and table_name = ${table} order by ordinal_position`.execute(tx);
  return rows.map(({ name }) => name);
}

async function* readRows(
  tx: Kysely<UntypedTables>,
  table: string,
  columns: readonly string[],
): AsyncGenerator<readonly SqlValue[]> {
  await sql`declare every_row no scroll cursor for select * from ${sql.table(table)}`.execute(tx);
  for (;;) {
    const { rows } = await sql<Record<string, SqlValue>>`fetch ${sql.lit(rowsAtOnce)} from every_row`.execute(tx);
    for (const row of rows) yield columns.map((column) => row[column] ?? null);
    if (rows.length < rowsAtOnce) break;
  }
  await sql`close every_row`.execute(tx);
}
