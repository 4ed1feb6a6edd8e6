import { execFileSync, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chownSync, closeSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { openDatabase } from '#platform/server/database/index.ts';
import { findPostgres } from '../../bin/system.mjs';
import { migrations } from '../../src/migrations/index.ts';

/** The database that those of the tests are copied from: migrated, and empty. */
export const TEMPLATE = 'callboard_template';

declare module 'vitest' {
  interface ProvidedContext {
    /** Address of the throw-away PostgreSQL's `postgres` database, as its superuser. */
    postgres: string;
    /** A SQLite file that is migrated and empty, to be copied. */
    migratedFile: string;
  }
}

/** Vitest's globalSetup: one throw-away PostgreSQL for the whole run, and one migrated SQLite file. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = mkdtempSync(join(tmpdir(), 'callboard-migrated-'));
  const migratedFile = join(folder, 'callboard.sqlite');
  await (await openDatabase({ file: migratedFile }, migrations)).close();
  const cluster = await startPostgres();
  try {
    await inPostgres(cluster.url, `create database ${TEMPLATE}`);
    const migrated = { url: databaseUrl(cluster.url, TEMPLATE), file: '' };
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
  };
}

export interface Cluster {
  url: string;
  /** Ends the server as if the machine's power went, and keeps its data. */
  down: () => Promise<void>;
  /** Starts it again. */
  up: () => Promise<void>;
  stop: () => Promise<void>;
}

/**
 * Writes down in the template, outside the schema that the program uses, what a database has when it is new: its
 * columns, and the rows that migrations brought.
 */
async function rememberTemplate(url: string): Promise<void> {
  await inPostgres(
    url,
    `create schema as_new;
     create table as_new.shape as ${shape};
     do $$ declare t text; begin
       for t in select table_name from information_schema.tables where table_schema = 'public' loop
         execute format('create table as_new.%I as select * from public.%I', 'rows_of_' || t, t);
       end loop;
     end $$;`,
  );
}

/** All columns of all tables that the program sees, in one text. */
const shape = `select string_agg(table_name || '.' || column_name, ' ' order by table_name, column_name) as columns
  from information_schema.columns where table_schema = 'public'`;

/**
 * Makes a database as empty as a new one. Emptying takes a few milliseconds where making one takes a second.
 * @returns false when a test changed its tables as well: then a new one has to take its place
 */
export async function emptied(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<{ same: boolean }>(
      `select (select columns from as_new.shape) = (select columns from (${shape}) now) as same`,
    );
    if (!rows[0]?.same) return false;
    // As a replica, so that neither foreign keys nor the triggers of append-only tables stand in the way.
    await client.query(
      `set session_replication_role = replica;
       do $$ declare t text; begin
         for t in select table_name from information_schema.tables where table_schema = 'public' loop
           execute format('delete from public.%I', t);
           execute format('insert into public.%I select * from as_new.%I', t, 'rows_of_' || t);
         end loop;
       end $$;`,
    );
    return true;
  } finally {
    await client.end();
  }
}

/**
 * Starts PostgreSQL on loopback with its data in the temporary folder, and with `more` settings. It ends when stopped,
 * or with this process.
 */
export async function startPostgres(more: Record<string, string> = {}): Promise<Cluster> {
  const bin = binaries();
  const owner = unprivileged();
  const folder = mkdtempSync(join(tmpdir(), 'callboard-postgres-'));
  const data = join(folder, 'data');
  const passwordFile = join(folder, 'password');
  const logFile = join(folder, 'log');
  const password = randomBytes(12).toString('hex');
  writeFileSync(passwordFile, password);
  if (owner) for (const path of [folder, passwordFile]) chownSync(path, owner.uid, owner.gid);

  // A collation that is not the byte order, so that a forgotten COLLATE "C" shows.
  const locale = ['--encoding=UTF8', '--locale=C.UTF-8', '--locale-provider=icu', '--icu-locale=en-GB'];
  const access = ['--username=callboard', '--auth=password', `--pwfile=${passwordFile}`];
  execFileSync(join(bin, 'initdb'), ['--pgdata', data, '--no-sync', ...locale, ...access], {
    ...owner,
    cwd: folder,
    stdio: ['ignore', 'ignore', 'pipe'],
  });

  const port = await freePort();
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
  // The shell does what each line says, to the end of its input, which comes when we close it, and also when we are
  // killed.
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
    inPostgres(url, 'select 1').then(
      () => true,
      () => false,
    );
  const comesTo = async (wanted: boolean) => {
    const deadline = Date.now() + 20_000;
    while ((await answers()) !== wanted) {
      if (Date.now() > deadline) {
        const said = readFileSync(logFile, 'utf8');
        await stop();
        throw new Error(`The PostgreSQL for tests did not ${wanted ? 'start' : 'end'}:\n${said}`);
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

/** Runs one statement on a connection of its own. */
export async function inPostgres(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

/** The same server's address for another database. */
export function databaseUrl(url: string, database: string): string {
  return Object.assign(new URL(url), { pathname: `/${database}` }).href;
}

function binaries(): string {
  const found = findPostgres();
  if (!found) throw new Error('The tests need PostgreSQL, which is not installed: apt-get install postgresql');
  return found;
}

/** PostgreSQL refuses to run as root; then the account that Debian made for it does. */
function unprivileged(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const number = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }));
  return { uid: number('-u'), gid: number('-g') };
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      const port = typeof address === 'object' && address ? address.port : 0;
      server.close(() => resolve(port));
    });
  });
}
