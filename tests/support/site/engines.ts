import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type pg from 'pg';
import { inject, onTestFinished, test } from 'vitest';
import { createPostgresDatabase } from '#platform/server/database/engines/postgres.ts';
import { createPostgresPools, type PostgresPools } from '#platform/server/database/engines/postgres-connections.ts';
import { type Database, type Engine, type OnQuery, openDatabase } from '#platform/server/database/index.ts';
import { migrations } from '../../../src/migrations/index.ts';
import { buildDatabaseUrl, emptyDatabase, runInPostgres, templateDatabaseName } from './postgres.ts';

const ENGINES: readonly Engine[] = ['sqlite', 'postgres'];

/** The location of a database, as `openDatabase` and the configuration accept it. */
export interface DatabasePlace {
  url?: string;
  file: string;
}

export interface DatabaseTestContext {
  engine: Engine;
  /** The test's own database, migrated and empty. */
  db: Database;
  /** The location, to open the database in a second process or by a second handle. */
  place: DatabasePlace;
}

/** Runs a test once on SQLite and once on PostgreSQL, each time with a migrated, empty database. */
export function onEachEngine(name: string, body: (on: DatabaseTestContext) => Promise<void>, engines = ENGINES): void {
  for (const engine of engines) {
    test(`${name} (${engine})`, async () => {
      if (engine === 'sqlite') {
        const place = copyMigratedFile();
        return body({ engine, place, db: await openTestDatabase(place) });
      }
      const place = await prepareWorkerDatabase();
      await body({ engine, place, db: await openOnKeptPools(place.url) });
    });
  }
}

/** Runs a test on SQLite only: for a rule that isn't about SQL, transactions or races. */
export const onSqlite = (name: string, body: (on: DatabaseTestContext) => Promise<void>) =>
  onEachEngine(name, body, ['sqlite']);

/**
 * Like `onEachEngine`, but with a location at which no database has been opened yet: for tests of starting the site.
 */
export function onEachEmptyPlace(
  name: string,
  body: (on: { engine: Engine; place: DatabasePlace }) => Promise<void>,
): void {
  for (const engine of ENGINES) {
    test(`${name} (${engine})`, async () => {
      await body({ engine, place: await createEmptyPlace(engine) });
    });
  }
}

/** Returns a location at which no database has been opened yet. */
export const createEmptyPlace = async (engine: Engine): Promise<DatabasePlace> =>
  engine === 'sqlite' ? { file: newSqliteFile() } : await createDatabase();

/** Opens the database at a location, and closes it after the test. */
export async function openTestDatabase(
  place: DatabasePlace & { patience?: number; onQuery?: OnQuery },
  steps = migrations,
): Promise<Database> {
  const db = await openDatabase(place, steps);
  onTestFinished(() => db.close());
  return db;
}

const openProgram = join(import.meta.dirname, '../../../src/platform/server/database/process.child.ts');

/** Opens a database in several processes at the same moment. Returns each one's error output; "" if it had none. */
export async function openInSeveralProcesses(place: DatabasePlace, processes: number): Promise<string[]> {
  const children = Array.from({ length: processes }, () =>
    spawn(process.execPath, [openProgram, 'start', JSON.stringify(place)]),
  );
  const ends = children.map(async (child) => {
    let errors = '';
    child.stderr.on('data', (text) => {
      errors += text;
    });
    const [code] = await once(child, 'close');
    return code === 0 ? errors : `${errors}It ended with ${code}.`;
  });
  // Waits until every process has loaded the program. Then all open the database at once, and only its lock separates
  // them
  await Promise.all(children.map((child) => once(child.stdout, 'data')));
  for (const child of children) child.stdin.end();
  return Promise.all(ends);
}

/** Creates a folder that is deleted after the test. */
export function createTemporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'callboard-test-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

const newSqliteFile = () => join(createTemporaryFolder(), 'callboard.sqlite');

/** Copies the migrated SQLite file, which takes a twentieth of the time of migrating. */
function copyMigratedFile(): DatabasePlace {
  const file = newSqliteFile();
  copyFileSync(inject('migratedFile'), file);
  return { file };
}

/** Creates a PostgreSQL database, which is deleted after the test. */
async function createDatabase(): Promise<DatabasePlace> {
  const name = `test_${randomBytes(6).toString('hex')}`;
  await runInPostgres(inject('postgres'), `create database ${name} template template0 strategy file_copy`);
  onTestFinished(() => runInPostgres(inject('postgres'), `drop database ${name} with (force)`));
  return databaseAt(name);
}

/** Returns this worker's only database, which one test uses at a time, without the previous test's data. */
async function prepareWorkerDatabase(): Promise<DatabasePlace & { url: string }> {
  const name = `worker_${process.env.VITEST_POOL_ID}`;
  const place = databaseAt(name);
  const there = await emptyDatabase(place.url).catch((error: { code?: string }) => {
    if (error.code === databaseMissing) return false;
    throw error;
  });
  if (!there) {
    await runInPostgres(inject('postgres'), `drop database if exists ${name} with (force)`);
    await runInPostgres(
      inject('postgres'),
      `create database ${name} template ${templateDatabaseName} strategy file_copy`,
    );
  }
  return place;
}

/** The connections to this worker's database. Reconnecting to PostgreSQL would take half of a test's time. */
const kept = new Map<string, PostgresPools>();

/** Returns the database as if it had just been opened, on connections that previous tests have left open. */
async function openOnKeptPools(url: string): Promise<Database> {
  const pools = kept.get(url) ?? (await createPostgresPools(url, patience));
  kept.set(url, pools);
  const { readers, writers, pulse } = pools;
  const db = createPostgresDatabase(
    { readers: withoutEnd(readers), writers: withoutEnd(writers), pulse: withoutEnd(pulse) },
    { patience },
  );
  onTestFinished(() => db.close());
  return db;
}

/** Returns a pool that stays open when a test closes its database. */
const withoutEnd = (pool: pg.Pool): pg.Pool => {
  const end = async () => {};
  return new Proxy(pool, { get: (_, key) => (key === 'end' ? end : Reflect.get(pool, key, pool)) });
};

/** The time in milliseconds for which a write waits for its turn, as in `openDatabase`. */
const patience = 10_000;

/** PostgreSQL's code for a database that doesn't exist. */
const databaseMissing = '3D000';

const databaseAt = (database: string) => ({ url: buildDatabaseUrl(inject('postgres'), database), file: '' });
