import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inject, onTestFinished, test } from 'vitest';
import { migrations } from '../../src/migrations/index.ts';
import { type Database, type Engine, openDatabase } from '../../src/platform/server/database/index.ts';
import { databaseUrl, inPostgres, TEMPLATE } from './postgres.ts';

const ENGINES: readonly Engine[] = ['sqlite', 'postgres'];

/** Where a database is, as `openDatabase` and the configuration want it. */
export interface Place {
  url?: string;
  file: string;
}

export interface OnEngine {
  engine: Engine;
  /** A database of the test's own, migrated and empty. */
  db: Database;
  /** Where it is: for a second process, or a second handle. */
  place: Place;
}

/** Runs a test once on SQLite and once on PostgreSQL, each time with a fresh database. */
export function onEachEngine(name: string, body: (on: OnEngine) => Promise<void>): void {
  onEachEmptyPlace(name, async ({ engine, place }) => body({ engine, place, db: await opened(place) }), TEMPLATE);
}

/** The same before anything has been opened there: for tests of starting up. */
export function onEachEmptyPlace(
  name: string,
  body: (on: { engine: Engine; place: Place }) => Promise<void>,
  template = 'template0',
): void {
  for (const engine of ENGINES) {
    test(`${name} (${engine})`, async () => {
      const place =
        engine === 'sqlite' ? { file: join(temporaryFolder(), 'callboard.sqlite') } : await server(template);
      await body({ engine, place });
    });
  }
}

/** Opens the database at a place and closes it after the test. */
export async function opened(place: Place & { patience?: number }, steps = migrations): Promise<Database> {
  const db = await openDatabase(place, steps);
  onTestFinished(() => db.close());
  return db;
}

/** A folder that is gone after the test. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'callboard-test-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

async function server(template: string): Promise<Place> {
  const url = inject('postgres');
  const name = `test_${randomBytes(6).toString('hex')}`;
  // Measured: 19 ms for a copy of the files, 37 ms for a copy through the log, 38 ms for a migrated schema.
  await inPostgres(url, `create database ${name} template ${template} strategy file_copy`);
  onTestFinished(() => inPostgres(url, `drop database ${name} with (force)`));
  return { url: databaseUrl(url, name), file: '' };
}
