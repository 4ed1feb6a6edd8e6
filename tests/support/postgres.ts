import { execFileSync, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chownSync, closeSync, mkdtempSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { findPostgres } from '../../bin/system.mjs';
import { migrations } from '../../src/migrations/index.ts';
import { openDatabase } from '../../src/platform/server/database/index.ts';

/** The database that every test's own is copied from: migrated, and empty. */
export const TEMPLATE = 'callboard_template';

declare module 'vitest' {
  interface ProvidedContext {
    /** Address of the throw-away PostgreSQL's `postgres` database, as its superuser. */
    postgres: string;
  }
}

/** Vitest's globalSetup: one throw-away PostgreSQL for the whole run. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const cluster = await startPostgres();
  try {
    await inPostgres(cluster.url, `create database ${TEMPLATE}`);
    const db = await openDatabase({ url: databaseUrl(cluster.url, TEMPLATE), file: '' }, migrations);
    await db.close();
  } catch (error) {
    await cluster.stop();
    throw error;
  }
  project.provide('postgres', cluster.url);
  return cluster.stop;
}

export interface Cluster {
  url: string;
  stop: () => Promise<void>;
}

/** Starts PostgreSQL on loopback with its data in the temporary folder. It ends when stopped, or with this process. */
export async function startPostgres(): Promise<Cluster> {
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
  };
  const log = openSync(logFile, 'a');
  // The shell waits for the end of its input, which comes when we close it, and also when we are killed.
  const shell = spawn(
    'sh',
    [
      '-c',
      'folder=$1; shift; "$@" & server=$!; read -r _; kill -QUIT $server; wait $server; cd /; rm -rf "$folder"',
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
  const deadline = Date.now() + 20_000;
  for (;;) {
    try {
      await inPostgres(url, 'select 1');
      return { url, stop };
    } catch (error) {
      if (Date.now() > deadline) {
        const said = readFileSync(logFile, 'utf8');
        await stop();
        throw new Error(`The PostgreSQL for tests did not start:\n${said}`, { cause: error });
      }
    }
    await sleep(20);
  }
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
