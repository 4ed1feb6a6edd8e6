import { execFileSync, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chownSync, closeSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { findPostgres } from '../../../bin/system.mjs';
import { keepTemporaryFilesInMemory } from '../measures/memory.ts';
import { findFreePort } from './site.ts';

/** The migrated, empty database that the tests' databases are copied from. */
export const templateDatabaseName = 'callboard_template';

declare module 'vitest' {
  interface ProvidedContext {
    /** The URL of the temporary PostgreSQL's `postgres` database, as its superuser. */
    postgres: string;
    /** A migrated, empty SQLite file to copy. */
    migratedFile: string;
  }
}

/**
 * Vitest's globalSetup: starts one temporary PostgreSQL for the whole run, and creates one migrated SQLite file. Vitest
 * loads all setup files before it runs the first one, which builds the program. The migrations are therefore not
 * imported at the top of this file: they would be those of the previous build.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { openDatabase } = await import('#platform/server/database/index.ts');
  const { migrations } = await import('../../../src/migrations/index.ts');
  const empty = keepTemporaryFilesInMemory();
  const folder = mkdtempSync(join(tmpdir(), 'callboard-migrated-'));
  const migratedFile = join(folder, 'callboard.sqlite');
  await (await openDatabase({ file: migratedFile }, migrations)).close();
  const cluster = await startPostgres();
  try {
    await runInPostgres(cluster.url, `create database ${templateDatabaseName}`);
    const migrated = { url: buildDatabaseUrl(cluster.url, templateDatabaseName), file: '' };
    await (await openDatabase(migrated, migrations)).close();
    await rememberTemplate(migrated.url);
  } catch (error) {
    await cluster.stop();
    throw error;
  }
  project.provide('postgres', cluster.url);
  project.provide('migratedFile', migratedFile);
  return async () => {
    rmSync(folder, { recursive: true, force: true });
    await cluster.stop();
    empty();
  };
}

export interface Cluster {
  url: string;
  /** Stops the server as a power cut would, and keeps its data. */
  down: () => Promise<void>;
  /** Starts the server again. */
  up: () => Promise<void>;
  stop: () => Promise<void>;
}

/**
 * Stores the state of a new database (its columns, and the rows that migrations created) in the template database,
 * together with a function that restores this state. Both are in a schema that the program doesn't use.
 */
async function rememberTemplate(url: string): Promise<void> {
  await runInPostgres(
    url,
    `create schema as_new;
     create table as_new.shape as ${shape};
     do $do$ declare t text; has_rows boolean; large text := ''; empty text := ''; fill text := ''; begin
       for t in select table_name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE' loop
         large := large || format('if pg_relation_size(%L) > 200000 then truncate public.%I cascade; end if; ', 'public.' || t, t);
         empty := empty || format('delete from public.%I; ', t);
         execute format('create table as_new.%I as select * from public.%I', 'rows_of_' || t, t);
         execute format('select exists (select from public.%I)', t) into has_rows;
         if has_rows then
           fill := fill || format('insert into public.%I select * from as_new.%I; ', t, 'rows_of_' || t);
         end if;
       end loop;
       execute 'create function as_new.again() returns boolean language plpgsql as $f$ begin '
         || 'if (select columns from as_new.shape) <> (select columns from (${shape.replaceAll("'", "''")}) now) then '
         || 'return false; end if; ' || large || empty || fill || 'return true; end $f$';
     end $do$;`,
  );
}

/** Selects all columns of all tables that the program sees, as one text. */
const shape = `select string_agg(relname || '.' || attname, ' ' order by relname, attname) as columns
  from pg_attribute join pg_class on pg_class.oid = attrelid
  where relnamespace = 'public'::regnamespace and relkind = 'r' and attnum > 0 and not attisdropped`;

/** Each worker's connection to its database stays open, so that a repeated query needn't be planned again. */
const emptyingClients = new Map<string, pg.Client>();

async function getEmptyingClient(url: string): Promise<pg.Client> {
  const known = emptyingClients.get(url);
  if (known) return known;
  const client = new pg.Client({ connectionString: url });
  // A test may end all connections. The next test then opens a new one
  client.on('error', () => emptyingClients.delete(url));
  client.on('end', () => emptyingClients.delete(url));
  await client.connect();
  // The replica role disables foreign keys and the triggers of append-only tables
  await client.query('set session_replication_role = replica');
  emptyingClients.set(url, client);
  return client;
}

/**
 * Empties a database to the state of a new one. That takes a few milliseconds; creating one takes a second.
 * @returns false if a test has changed the tables' columns, so that a new database has to be created
 */
export async function emptyDatabase(url: string): Promise<boolean> {
  const client = await getEmptyingClient(url);
  const { rows } = await client.query<{ again: boolean }>('select as_new.again()');
  return rows[0]?.again === true;
}

/**
 * Starts PostgreSQL on loopback with its data in the temporary folder, and with `more` settings. The server ends when
 * `stop` is called, or with this process.
 */
export async function startPostgres(more: Record<string, string> = {}): Promise<Cluster> {
  const bin = findBinaries();
  const owner = findPostgresAccount();
  const folder = mkdtempSync(join(tmpdir(), 'callboard-postgres-'));
  const data = join(folder, 'data');
  const passwordFile = join(folder, 'password');
  const logFile = join(folder, 'log');
  const password = randomBytes(12).toString('hex');
  writeFileSync(passwordFile, password);
  if (owner) for (const path of [folder, passwordFile]) chownSync(path, owner.uid, owner.gid);

  // This collation differs from byte order, so that tests detect a missing COLLATE "C"
  const locale = ['--encoding=UTF8', '--locale=C.UTF-8', '--locale-provider=icu', '--icu-locale=en-GB'];
  // Connecting with md5 takes a tenth of the time: pg's default method is deliberately slow, to protect passwords
  const access = ['--username=callboard', '--auth=md5', `--pwfile=${passwordFile}`];
  execFileSync(join(bin, 'initdb'), ['--pgdata', data, '--no-sync', ...locale, ...access], {
    ...owner,
    cwd: folder,
    stdio: ['ignore', 'ignore', 'pipe'],
  });

  const port = await findFreePort();
  const settings = {
    port,
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    fsync: 'off',
    synchronous_commit: 'off',
    full_page_writes: 'off',
    autovacuum: 'off',
    max_connections: 200,
    ...more,
  };
  const log = openSync(logFile, 'a');
  // The shell runs the server until its own input ends, which happens when we close that input or are killed
  const orders = [
    'folder=$1; shift; "$@" & server=$!',
    'end() { kill -QUIT $server; wait $server; }',
    'while read -r order; do if [ $order = down ]; then end; else "$@" & server=$!; fi; done',
    'end; cd /; rm -rf "$folder"',
  ];
  const shell = spawn(
    'sh',
    [
      '-c',
      orders.join('; '),
      'sh',
      folder,
      join(bin, 'postgres'),
      '-D',
      data,
      ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
    ],
    { ...owner, cwd: folder, detached: true, stdio: ['pipe', log, log] },
  );
  closeSync(log);
  const ended = new Promise<void>((resolve) => shell.once('close', () => resolve()));
  const stop = async () => {
    shell.stdin?.end();
    await ended;
  };

  const url = `postgres://callboard:${password}@127.0.0.1:${port}/postgres`;
  const answers = () =>
    runInPostgres(url, 'select 1').then(
      () => true,
      () => false,
    );
  const comesTo = async (wanted: boolean) => {
    const deadline = Date.now() + 20_000;
    while ((await answers()) !== wanted) {
      if (Date.now() > deadline) {
        const log = readFileSync(logFile, 'utf8');
        await stop();
        throw new Error(`The PostgreSQL for tests did not ${wanted ? 'start' : 'end'}:\n${log}`);
      }
      await sleep(20);
    }
  };
  const order = (what: 'down' | 'up') => {
    shell.stdin?.write(`${what}\n`);
    return comesTo(what === 'up');
  };
  await comesTo(true);
  return { url, stop, down: () => order('down'), up: () => order('up') };
}

/** Runs one statement on a separate connection. */
export async function runInPostgres(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  // If the server is stopped during a statement, the statement fails and pg also emits this error
  client.on('error', () => {});
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

/** Returns the URL of another database on the same server. */
export function buildDatabaseUrl(url: string, database: string): string {
  return Object.assign(new URL(url), { pathname: `/${database}` }).href;
}

function findBinaries(): string {
  const found = findPostgres();
  if (!found) throw new Error('The tests need PostgreSQL, which is not installed: apt-get install postgresql');
  return found;
}

/**
 * Returns the account that Debian created for PostgreSQL, if this process runs as root: PostgreSQL refuses to run as
 * root.
 */
function findPostgresAccount(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const number = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }));
  return { uid: number('-u'), gid: number('-g') };
}
