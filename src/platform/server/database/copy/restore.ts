import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import BetterSqlite from 'better-sqlite3';
import { Kysely, sql } from 'kysely';
import { yieldToEventLoop } from '../../background/event-loop.ts';
import { formatNewerVersionAdvice } from '../../program/program.ts';
import { DatabaseSetupError, type Engine } from '../core/database.ts';
import { deleteAllRows, listTableNames, withoutTriggers } from '../core/rows.ts';
import { createKysely, createPool, parseDatabaseUrl, toPostgresSetupError } from '../engines/postgres-connections.ts';
import { ImmediateTransactionDialect, toSetupError } from '../engines/sqlite.ts';
import { type Migrations, migrate, selectStepsSinceBaseline, type UntypedTables } from '../migrate/migrate.ts';
import type { SqlValue, TableContent } from './snapshot.ts';

/** The content to restore into an empty database. */
export interface DatabaseContent {
  /** The migrations that had run in the database that the rows are from. */
  recorded: readonly string[];
  /** The version of Callboard that wrote the rows, for messages. */
  version?: string;
  tables: AsyncIterable<TableContent>;
}

/** The maximum number of values in one statement. SQLite allows 32,766, PostgreSQL twice as many. */
const valuesAtOnce = 10_000;
const patienceMs = 10_000;

/**
 * Creates a database in an empty place, with the tables as they were after the `recorded` migrations, and with these
 * rows. Creates all of it or nothing. Opening the database afterwards runs the later migrations.
 *
 * @throws DatabaseSetupError if the place isn't empty, the rows are from a version that is newer or too old, or the
 * backup is damaged
 */
export async function restoreDatabase(
  { url, file }: { url?: string | undefined; file: string },
  migrations: Migrations,
  filling: DatabaseContent,
): Promise<void> {
  const until = selectMigrationsUntil(migrations, filling);
  await (url ? fillServer(url, until, filling) : fillFile(file, until, filling));
}

/** @throws DatabaseSetupError if rows of that version can't be restored */
export function assertBackupRestorable(migrations: Migrations, content: Omit<DatabaseContent, 'tables'>): void {
  selectMigrationsUntil(migrations, content);
}

function selectMigrationsUntil(
  migrations: Migrations,
  { recorded, version }: Omit<DatabaseContent, 'tables'>,
): Migrations {
  const since = selectStepsSinceBaseline(migrations, recorded);
  if (!since) {
    throw new DatabaseSetupError(
      'This backup is too old for this version of Callboard: restore it with a version between the backup’s and this one, make a new backup there, and restore that one here.',
    );
  }
  const had = new Set(since);
  const until = migrations.filter(([name]) => had.has(name));
  if (until.length === had.size) return until;
  throw new DatabaseSetupError(
    `${formatNewerVersionAdvice('This backup was made', version)} and restore the backup with that. Nothing was changed.`,
  );
}

async function fillFile(file: string, migrations: Migrations, { tables }: DatabaseContent): Promise<void> {
  if (existsSync(file)) throw createOccupiedError(`The database file ${file} already exists`, 'DATA_DIR');
  const handle = new BetterSqlite(file);
  try {
    handle.pragma('journal_mode = wal');
    handle.pragma('foreign_keys = off');
    const db = new Kysely<UntypedTables>({ dialect: new ImmediateTransactionDialect(handle, patienceMs) });
    await db.transaction().execute(async (tx) => {
      await migrate(tx, 'sqlite', migrations, { place: file, setting: 'DATA_DIR' });
      await loadTables(tx, 'sqlite', tables);
      const broken = handle.pragma('foreign_key_check');
      if (Array.isArray(broken) && broken.length > 0) throw new DatabaseSetupError(danglingRowsMessage);
    });
    handle.close();
  } catch (error) {
    handle.close();
    for (const part of ['', '-wal', '-shm']) await rm(`${file}${part}`, { force: true });
    throw toSetupError(error, file);
  }
}

async function fillServer(url: string, migrations: Migrations, { tables }: DatabaseContent): Promise<void> {
  const place = parseDatabaseUrl(url);
  const pool = await createPool(url, 1, patienceMs);
  try {
    await pool.query('select 1').catch((error) => {
      throw toPostgresSetupError(error, place);
    });
    const called = `The database ${place.database} on ${place.server}`;
    await createKysely<UntypedTables>(pool, 'set idle_in_transaction_session_timeout = 0')
      .transaction()
      .execute(async (tx) => {
        if ((await listTableNames(tx, 'postgres')).length > 0)
          throw createOccupiedError(`${called} already has tables`, 'DATABASE_URL');
        await migrate(tx, 'postgres', migrations, { place: called, setting: 'DATABASE_URL' });
        const references = await dropReferences(tx);
        await loadTables(tx, 'postgres', tables);
        for (const again of references) await sql.raw(again).execute(tx);
      });
  } catch (error) {
    const isBroken = (error as { code?: string }).code === foreignKeyViolation;
    throw isBroken ? new DatabaseSetupError(danglingRowsMessage, { cause: error }) : error;
  } finally {
    await pool.end();
  }
}

/**
 * Drops all foreign keys, and returns the statements that add them again and so check the rows. Rows arrive table by
 * table, so a row may refer to a row that arrives later.
 */
async function dropReferences(tx: Kysely<UntypedTables>): Promise<string[]> {
  const { rows } = await sql<{ table: string; name: string; says: string }>`
    select conrelid::regclass::text as table, quote_ident(conname) as name, pg_get_constraintdef(oid) as says
    from pg_constraint where contype = 'f' and connamespace = current_schema()::regnamespace order by 1, 2`.execute(tx);
  for (const { table, name } of rows) await sql.raw(`alter table ${table} drop constraint ${name}`).execute(tx);
  return rows.map(({ table, name, says }) => `alter table ${table} add constraint ${name} ${says}`);
}

async function loadTables(
  tx: Kysely<UntypedTables>,
  engine: Engine,
  tables: AsyncIterable<TableContent>,
): Promise<void> {
  const names = await listTableNames(tx, engine);
  await withoutTriggers(tx, engine, names, async () => {
    // Deletes the rows that the migrations have created
    await deleteAllRows(tx, engine, names);
    for await (const { table, columns, rows } of tables) {
      if (!names.includes(table))
        throw new DatabaseSetupError(`The backup has rows for a table that doesn’t exist: ${table}.`);
      await insertRows(tx, table, columns, rows);
    }
  });
}

async function insertRows(
  tx: Kysely<UntypedTables>,
  table: string,
  columns: readonly string[],
  rows: TableContent['rows'],
): Promise<void> {
  const maxRows = Math.floor(valuesAtOnce / columns.length);
  let batch: Record<string, SqlValue>[] = [];
  const insert = async () => {
    if (batch.length > 0) await tx.insertInto(table).values(batch).execute();
    batch = [];
    await yieldToEventLoop();
  };
  for await (const row of rows) {
    batch.push(Object.fromEntries(columns.map((column, at) => [column, row[at] ?? null])));
    if (batch.length === maxRows) await insert();
  }
  await insert();
}

const foreignKeyViolation = '23503';
const danglingRowsMessage = 'Some rows refer to rows that don’t exist: the backup is damaged. Nothing was restored.';

const createOccupiedError = (what: string, setting: string) =>
  new DatabaseSetupError(
    `${what}: a backup can only be restored to an empty location. Set ${setting} to a different one.`,
  );
