import { existsSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import BetterSqlite from 'better-sqlite3';
import type pg from 'pg';
import { flushFolder } from '../../storage/folders.ts';
import { DatabaseSetupError, getErrorCode } from '../core/database.ts';
import { MIGRATION_LOCK } from '../engines/postgres.ts';
import { createPool, parseDatabaseUrl, toPostgresSetupError } from '../engines/postgres-connections.ts';
import { toSetupError } from '../engines/sqlite.ts';

/** A database that is built next to the present one, if there is one, and takes its place in one step. */
export interface DatabaseReplacement {
  /** True if a database already exists. */
  replaces: boolean;
  /** True if an earlier replacement was interrupted here. */
  wasInterrupted: boolean;
  /** The location of the new database; nothing exists there yet. */
  place: { url?: string; file: string };
  /** Puts the new database, whose connections must be closed, in the place of the present one. */
  commit(): Promise<void>;
  /** Deletes what was built and not committed, and lets others use the present database again. */
  close(): Promise<void>;
}

const patienceMs = 5000;

/**
 * Prepares to replace the database at a place, which may be empty. Until `close`, no site can open a SQLite file that
 * exists there. In all other cases, `commit` fails if a site has started in the meantime.
 *
 * @throws DatabaseSetupError if a site or another program uses the database, or it isn't Callboard's
 */
export const prepareDatabaseReplacement = ({
  url,
  file,
}: {
  url?: string | undefined;
  file: string;
}): Promise<DatabaseReplacement> => (url ? replaceOnServer(url, file) : replaceFile(file));

async function replaceFile(file: string): Promise<DatabaseReplacement> {
  const folder = join(dirname(file), 'restoring');
  const built = join(folder, 'callboard.sqlite');
  const present = existsSync(file) ? lockFile(file) : undefined;
  const wasInterrupted = existsSync(folder);
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { mode: 0o700 });
  return {
    replaces: present !== undefined,
    wasInterrupted,
    place: { file: built },
    async commit() {
      if (!present && existsSync(file)) throw createInUseError(file);
      // Without a log next to it, the database is this one file
      const handle = new BetterSqlite(built);
      handle.pragma('journal_mode = delete');
      handle.close();
      // The file is replaced while the lock is held, so that a site that waits for the lock can't write to the old
      // file: it notices the new one, and stops (`openSqlite`). Windows can't replace an open file
      await rename(built, file).catch(async (error) => {
        if (!['EPERM', 'EBUSY', 'EACCES'].includes(getErrorCode(error))) throw error;
        present?.close();
        await rename(built, file);
      });
      await flushFolder(dirname(file)).catch(() => undefined);
    },
    async close() {
      present?.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Opens a database file of Callboard's that nobody else has open, and prevents others from writing to it. */
function lockFile(file: string): BetterSqlite.Database {
  const handle = new BetterSqlite(file);
  try {
    handle.pragma(`busy_timeout = ${patienceMs}`);
    if (!handle.prepare("select 1 from sqlite_master where type = 'table' and name = 'migration'").get())
      throw createOccupiedError(`The database file ${file} isn’t Callboard’s`, 'DATA_DIR');
    // SQLite gives up the write-ahead log, and so leaves the database in one file, only if nobody else has the database
    // open
    handle.pragma('journal_mode = delete');
    handle.exec('begin immediate');
    return handle;
  } catch (error) {
    handle.close();
    throw getErrorCode(error).startsWith('SQLITE_BUSY') ? createInUseError(file, error) : toSetupError(error, file);
  }
}

const schema = 'callboard_restoring';
/** The application name of the restore's own connections. Any connection with another name may be a site's. */
const ourName = 'callboard restore';
/**
 * The key of the advisory lock that a restore holds: like `MIGRATION_LOCK`, an arbitrary number that is the same in
 * every version.
 */
const restoreLock = MIGRATION_LOCK + 1;

async function replaceOnServer(url: string, file: string): Promise<DatabaseReplacement> {
  const address = parseDatabaseUrl(url);
  const called = `The database ${address.database} on ${address.server}`;
  const pool = await createPool(url, 1, 2 * patienceMs, { application_name: ourName });
  const client = await pool.connect().catch((error) => {
    throw toPostgresSetupError(error, address);
  });
  const close = async () => {
    client.release();
    await pool.end();
  };
  try {
    const { rows } = await client.query('select pg_try_advisory_lock($1) as locked', [restoreLock]);
    if (!rows[0].locked)
      throw new DatabaseSetupError(`${called} is being restored by another command. Wait until that command ends.`);
    await assertNobodyElseConnected(client, called);
    const tables = await queryNames(
      client,
      `select table_name as name from information_schema.tables
      where table_schema = current_schema() and table_type = 'BASE TABLE'`,
    );
    if (tables.length > 0 && !tables.includes('migration'))
      throw createOccupiedError(`${called} has tables that aren’t Callboard’s`, 'DATABASE_URL');
    const left = await queryNames(client, `select nspname as name from pg_namespace where nspname = '${schema}'`);
    await client.query(`drop schema if exists ${schema} cascade`);
    await client.query(`create schema ${schema}`);
    return {
      replaces: tables.length > 0,
      wasInterrupted: left.length > 0,
      place: { url: inSchema(url), file },
      commit: () => moveIntoPlace(client, called),
      async close() {
        await client.query(`drop schema if exists ${schema} cascade`).finally(close);
      },
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Returns the URL whose connections see only the tables that are being built. */
function inSchema(url: string): string {
  const address = new URL(url);
  const options = address.searchParams.get('options');
  address.searchParams.set('options', `${options ? `${options} ` : ''}-c search_path=${schema}`);
  address.searchParams.set('application_name', ourName);
  // PostgreSQL's client would read a plus as a plus, not as a space
  address.search = `${address.searchParams}`.replaceAll('+', '%20');
  return address.href;
}

/**
 * Throws if anybody else is connected. Waits for a while first, because connections that were closed just now may still
 * be listed.
 */
async function assertNobodyElseConnected(client: pg.PoolClient, called: string): Promise<void> {
  const deadline = performance.now() + patienceMs;
  for (;;) {
    const { rows } = await client.query(
      `select 1 from pg_stat_activity where datname = current_database() and usename = current_user
         and backend_type = 'client backend' and application_name <> $1 limit 1`,
      [ourName],
    );
    if (rows.length === 0) return;
    if (performance.now() > deadline) throw createInUseError(called);
    await sleep(100);
  }
}

/** In one transaction, deletes the present tables and gives the new ones their place. */
async function moveIntoPlace(client: pg.PoolClient, called: string): Promise<void> {
  await client.query('begin');
  try {
    await client.query('select pg_advisory_xact_lock($1)', [MIGRATION_LOCK]);
    await assertNobodyElseConnected(client, called);
    const [target = ''] = await queryNames(client, 'select quote_ident(current_schema()) as name');
    const tables = await queryNames(client, buildListingQuery('current_schema()', 'r'));
    if (tables.length > 0) await client.query(`drop table ${tables.join(', ')} cascade`);
    for (const name of await queryNames(client, buildTriggerFunctionsQuery('current_schema()')))
      await client.query(`drop function ${name}()`);
    for (const [kind, word] of [
      ['r', 'table'],
      ['v', 'view'],
    ] as const) {
      for (const name of await queryNames(client, buildListingQuery(`'${schema}'`, kind)))
        await client.query(`alter ${word} ${schema}.${name} set schema ${target}`);
    }
    for (const name of await queryNames(client, buildTriggerFunctionsQuery(`'${schema}'`)))
      await client.query(`alter function ${schema}.${name}() set schema ${target}`);
    await client.query(`drop schema ${schema}`);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    throw error;
  }
}

const buildListingQuery = (where: string, kind: 'r' | 'v') =>
  `select quote_ident(relname) as name from pg_class
    where relnamespace = (select oid from pg_namespace where nspname = ${where}) and relkind = '${kind}' order by 1`;

/** Returns the query for a schema's trigger functions, without those of extensions. */
const buildTriggerFunctionsQuery = (where: string) =>
  `select quote_ident(proname) as name from pg_proc
    where pronamespace = (select oid from pg_namespace where nspname = ${where}) and prorettype = 'trigger'::regtype
      and not exists (select 1 from pg_depend where objid = pg_proc.oid and deptype = 'e') order by 1`;

const queryNames = async (client: pg.PoolClient, query: string): Promise<string[]> =>
  (await client.query<{ name: string }>(query)).rows.map(({ name }) => name);

const createInUseError = (what: string, cause?: unknown) =>
  new DatabaseSetupError(
    `${what} is in use: stop the site, on every machine, and other programs that use it. Nothing was changed.`,
    { cause },
  );

const createOccupiedError = (what: string, setting: string) =>
  new DatabaseSetupError(`${what}: set ${setting} to another place. Nothing was changed.`);
