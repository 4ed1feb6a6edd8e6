import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import BetterSqlite from 'better-sqlite3';
import { expect, onTestFinished, test } from 'vitest';
import { openBackup } from '#platform/server/backup/read-backup.ts';
import { restoreBackup } from '#platform/server/backup/restore-backup.ts';
import { type Engine, openDatabase, restoreDatabase, withSnapshot } from '#platform/server/database/index.ts';
import { loadBuiltFrontend } from '#platform/server/http/response/frontend.ts';
import { createDiskStorage } from '#platform/server/storage/disk-storage.ts';
import { dataKey } from '#tests/support/site/app.ts';
import {
  createEmptyPlace,
  createTemporaryFolder,
  type DatabasePlace,
  onEachEmptyPlace,
  openInSeveralProcesses,
  openTestDatabase,
} from '#tests/support/site/engines.ts';
import { runInPostgres } from '#tests/support/site/postgres.ts';
import { startSite } from '#tests/support/site/site.ts';
import { findPostgres } from '../../bin/system.mjs';
import { buildApp } from '../app.ts';
import { formerActions } from './frozen/audit-codes.ts';
import { toSortKey } from './frozen/sort-key.ts';
import { migrations } from './index.ts';

const folder = join(import.meta.dirname, '../../tests/released');
const front = loadBuiltFrontend(join(import.meta.dirname, '../../dist'));
// The first two are commits from before the first release. The baseline reproduces the first of them
const versions = ['55ba85be', '4dee7545', '0.2.0'];
const engines = ['sqlite', 'postgres'] as const;

/** Returns a database as that version left it. */
async function databaseOf(version: string, engine: Engine): Promise<DatabasePlace> {
  const place = await createEmptyPlace(engine);
  const read = (name: string) => gunzipSync(readFileSync(join(folder, `${version}.${name}.gz`)));
  if (place.url) await runInPostgres(place.url, read('postgres.sql').toString());
  else writeFileSync(place.file, read('sqlite'));
  return place;
}

type Row = Record<string, unknown>;

const recordedAt = (place: DatabasePlace) => withSnapshot(place, async (snapshot) => snapshot.migrations);

/** A table that recorded which rows a cache had to read again, until migration 0094. */
const dropped = 'row_change';

/** Returns all rows of the tables that an upgrade keeps. */
const rowsAt = (place: DatabasePlace) =>
  withSnapshot(place, async ({ tables, read }) => {
    const all: Record<string, Row[]> = {};
    for (const name of tables.filter((table) => table !== 'migration' && table !== dropped)) {
      const { columns, rows } = await read(name);
      const found: Row[] = [];
      for await (const row of rows) found.push(Object.fromEntries(columns.map((column, at) => [column, row[at]])));
      all[name] = found.filter((row) => name !== 'revision' || row.name !== `table ${dropped}`);
    }
    return all;
  });

const serialise = (rows: readonly Row[], columns: readonly string[]) =>
  rows.map((row) => JSON.stringify(columns.map((column) => row[column]))).sort();

/**
 * Returns a row as an upgrade changes it: entries of the audit log get codes instead of sentences, and shows get sort
 * keys that end with their article (0108).
 */
function upgraded(table: string, row: Row): Row {
  if (table === 'audit') return { ...row, action: formerActions.get(`${row.action}`) ?? row.action };
  return table === 'show' ? { ...row, title_key: toSortKey(`${row.title}`) } : row;
}

/** Moves the rows of tables that a migration merged (0096) to the new table, with its columns. */
function withJoinedTables(tables: Record<string, Row[]>): Record<string, Row[]> {
  const { contact_message_with_deleted, feedback_with_deleted, ...rest } = tables;
  if (!contact_message_with_deleted) return tables;
  const messages = [...contact_message_with_deleted, ...(feedback_with_deleted ?? [])].map((row) => ({
    ...Object.fromEntries(joinedColumns.map((column) => [column, row[column]])),
    about: row.about ?? row.subject,
    contact: row.contact ?? row.email,
  }));
  return { ...rest, inbox_message_with_deleted: messages };
}

const joinedColumns = 'id name message received_at archived_at deleted_at answered_at answered_by'.split(' ');

/** Returns the rows that an upgrade lost or changed, compared by the columns that still exist. */
function lostRows(before: Record<string, Row[]>, after: Record<string, Row[]>): string[] {
  const lost: string[] = [];
  for (const [table, rows] of Object.entries(before)) {
    const present = after[table] ?? [];
    const columns = Object.keys(rows[0] ?? {}).filter((column) => column in (present[0] ?? {}));
    const left = serialise(present, columns);
    for (const row of serialise(
      rows.map((row) => upgraded(table, row)),
      columns,
    )) {
      const index = left.indexOf(row);
      if (index < 0 || columns.length === 0) lost.push(`${table}: ${row}`);
      else left.splice(index, 1);
    }
    if (rows.length !== present.length) lost.push(`${table} had ${rows.length} rows, and has ${present.length}`);
  }
  return lost;
}

/** Opens a database with the present version, and checks that the pages of its society are served. Returns the rows. */
async function serve(place: DatabasePlace): Promise<Record<string, Row[]>> {
  const db = await openTestDatabase(place);
  const rows = await rowsAt(place);
  expect(rows.show?.map(({ title }) => title)).toContain('Hay Fever');
  const storage = createDiskStorage(createTemporaryFolder());
  const app = await buildApp({ db, storage, frontend: await front, dataKey, maxDelayMs: 0 });
  onTestFinished(() => app.close());
  for (const url of ['/?react', '/past-shows?react', '/blog?react', '/sitedata']) {
    const { statusCode, body } = await app.fastify.inject({ url, headers: { host: 'players.example' } });
    expect([url, statusCode]).toEqual([url, 200]);
    if (url === '/sitedata') expect(body).toContain('Lanternside Players');
  }
  return rows;
}

function expectSameRows(here: Record<string, Row[]>, there: Record<string, Row[]>): void {
  expect(Object.keys(here)).toEqual(Object.keys(there));
  const different = Object.entries(here).filter(([table, rows]) => {
    const columns = Object.keys(rows[0] ?? {});
    return serialise(rows, columns).join() !== serialise(there[table] ?? [], columns).join();
  });
  expect(different).toEqual([]);
}

/** Returns the statements that would create a database's tables, indexes, views and triggers, without white space. */
function schemaAt({ url, file }: DatabasePlace): string[] {
  if (url) {
    const dump = execFileSync(join(findPostgres() ?? '', 'pg_dump'), ['--schema-only', '--no-owner', url], {
      encoding: 'utf8',
    });
    return dump
      .split(/\n{2,}/)
      .map((part) => part.replaceAll(/^(--|\\).*$/gm, '').replaceAll(/\s+/g, ''))
      .filter(Boolean);
  }
  const handle = new BetterSqlite(file, { readonly: true });
  const statements = handle.prepare<[], string>('select sql from sqlite_master where sql is not null').pluck().all();
  handle.close();
  return statements.map((statement) => statement.replaceAll(/[\s"]+/g, '').toLowerCase()).sort();
}

for (const version of versions) {
  test(`a database of ${version} keeps all of its rows in the upgrade, the same on both engines`, async () => {
    const [here, there] = await Promise.all(
      engines.map(async (engine) => {
        const place = await databaseOf(version, engine);
        const before = await rowsAt(place);
        expect(Object.entries(before).filter(([, rows]) => rows.length === 0)).toEqual([]);
        const after = await serve(place);
        expect(lostRows(withJoinedTables(before), after)).toEqual([]);
        return after;
      }),
    );
    expectSameRows(here ?? {}, there ?? {});
  });

  test(`a backup of ${version} is restored on both engines with the same rows, and its pages can be served`, async () => {
    const [here, there] = await Promise.all(
      engines.map(async (engine) => {
        const [place, storage] = [await createEmptyPlace(engine), createDiskStorage(createTemporaryFolder())];
        const backup = await openBackup(join(folder, `${version}.zip`));
        await restoreBackup(backup, { storage, place, migrations });
        backup.close();
        return serve(place);
      }),
    );
    expectSameRows(here ?? {}, there ?? {});
  });

  for (const engine of engines) {
    test(`a database of ${version} is upgraded once, even if two processes open it at once (${engine})`, async () => {
      const place = await databaseOf(version, engine);
      const before = await recordedAt(place);
      const pending = migrations.map(([name]) => name).filter((name) => !before.includes(name));
      expect(pending.length).toBeGreaterThan(0);
      expect(await openInSeveralProcesses(place, 2)).toEqual(['', '']);
      expect(await recordedAt(place)).toEqual([...before, ...pending]);
    });
  }

  onEachEmptyPlace(`an upgraded database of ${version} has the tables of a new one`, async (on) => {
    const place = await databaseOf(version, on.engine);
    await (await openDatabase(place, migrations)).close();
    await (await openDatabase(on.place, migrations)).close();
    expect(schemaAt(place)).toEqual(schemaAt(on.place));
  });
}

onEachEmptyPlace('the baseline creates the tables that the migrations up to 55ba85be created', async (on) => {
  await (await openDatabase(on.place, migrations.slice(0, 1))).close();
  expect(schemaAt(on.place)).toEqual(schemaAt(await databaseOf('55ba85be', on.engine)));
});

for (const engine of engines) {
  test(`two sites that start at once on a database of the last release both serve its society (${engine})`, async () => {
    const place = await databaseOf(versions.at(-1) ?? '', engine);
    const dataDir = place.url ? createTemporaryFolder() : dirname(place.file);
    const env = { DEMO: '0', BACKUP_DIR: join(dataDir, 'backups'), ...(place.url ? { DATABASE_URL: place.url } : {}) };
    const sites = await Promise.all([startSite({ dataDir, env }), startSite({ dataDir, env })]);
    const pages = await Promise.all(sites.map(async ({ url }) => (await fetch(`${url}/past-shows?react`)).text()));
    await Promise.all(sites.map((site) => site.stop()));
    for (const page of pages) expect(page).toContain('Hay Fever');
    expect(readdirSync(env.BACKUP_DIR).join()).toContain('before-upgrade-');
    expect((await recordedAt(place)).at(-1)).toBe(migrations.at(-1)?.[0]);
  });
}

/** Removes a migration from the record, as if it hadn't run yet. */
async function forgetNewest(place: DatabasePlace, name: string): Promise<void> {
  const statement = `delete from migration where name = '${name}'`;
  if (place.url) await runInPostgres(place.url, statement);
  else new BetterSqlite(place.file).exec(statement).close();
}

for (const engine of engines) {
  test(`a database older than the oldest supported version is refused and left unchanged (${engine})`, async () => {
    const place = await databaseOf('55ba85be', engine);
    await forgetNewest(place, '0071-reissued');
    const before = await rowsAt(place);
    await expect(openDatabase(place, migrations)).rejects.toThrow(/is too old for this version of Callboard: start a/);
    expect(await rowsAt(place)).toEqual(before);
  });

  test(`a backup from before the first released migration is refused (${engine})`, async () => {
    const place = await createEmptyPlace(engine);
    const content = { recorded: ['0001-settings', '0070-artwork-of-deleted'], tables: (async function* () {})() };
    await expect(restoreDatabase(place, migrations, content)).rejects.toThrow(/^This backup is too old/);
    await (await openDatabase(place, migrations)).close();
  });
}
