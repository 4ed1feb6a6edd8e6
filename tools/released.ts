// `node tools/released.ts VERSION`: stores this version's data in tests/released: some of the demo, and a row in each
// table that the demo leaves empty, as a file of SQLite, as statements for PostgreSQL and as a backup. Later versions
// have to be able to migrate this data (src/migrations/released.test.ts). It also stores what the built protocol
// description promises to other clients (tests/repository/protocol.test.ts). Run it when a version is released, and
// never again for that version.
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import BetterSqlite, { type Database as Handle } from 'better-sqlite3';
import pg from 'pg';
import { writeBackup } from '#platform/server/backup/write-backup.ts';
import { openDatabase, withSnapshot } from '#platform/server/database/index.ts';
import { createDiskStorage } from '#platform/server/storage/disk-storage.ts';
import { findPostgres } from '../bin/system.mjs';
import { seedDemo } from '../src/demo/seed.ts';
import { migrations } from '../src/migrations/index.ts';
import { startPostgres } from '../tests/support/site/postgres.ts';
import { listPromises } from './protocol/promises.ts';

type Value = string | number | null;
type Row = Record<string, Value>;

/** The number of the demo's rows that remain in most tables, in addition to rows that other rows refer to. */
const sampleSize = 12;

interface Column {
  name: string;
  notnull: number;
  dflt_value: string | null;
  pk: number;
  type: string;
}
interface Reference {
  id: number;
  table: string;
  from: string;
  to: string;
}

const quote = (name: string) => `"${name}"`;

const listTables = (handle: Handle) =>
  handle
    .prepare<[], { name: string; sql: string }>(
      "select name, sql from sqlite_master where type = 'table' and name not like 'sqlite_%' order by name",
    )
    .all();

const listReferences = (handle: Handle, table: string) =>
  handle.prepare<[string], Reference>('select * from pragma_foreign_key_list(?)').all(table);

/** Deletes most rows of the demo. The remaining rows refer only to each other. */
function deleteMostRows(handle: Handle): void {
  const ids = new Map<string, Set<number>>();
  const unvisited: [table: string, rowid: number][] = [];
  const keep = (table: string, rowid: number) => {
    const rows = ids.get(table) ?? new Set();
    ids.set(table, rows);
    if (!rows.has(rowid)) unvisited.push([table, rowid]);
    rows.add(rowid);
  };
  const wholeTables = new Set(['migration', 'setting', 'revision']);
  for (const { name } of listTables(handle)) {
    const limit = wholeTables.has(name) ? -1 : sampleSize;
    for (const rowid of handle
      .prepare<[], number>(`select rowid from ${quote(name)} limit ${limit}`)
      .pluck()
      .all())
      keep(name, rowid);
  }
  for (let next = unvisited.pop(); next; next = unvisited.pop()) {
    const [table, rowid] = next;
    const row = handle.prepare<[number], Row>(`select * from ${quote(table)} where rowid = ?`).get(rowid) ?? {};
    for (const references of Map.groupBy(listReferences(handle, table), ({ id }) => id).values()) {
      const values = references.map(({ from }) => row[from] ?? null);
      if (values.includes(null)) continue;
      const [{ table: parent } = { table: '' }] = references;
      const where = references.map(({ to }) => `${quote(to)} = ?`).join(' and ');
      const found = handle.prepare<Value[], number>(`select rowid from ${quote(parent)} where ${where}`).pluck();
      for (const parentId of found.all(...values)) keep(parent, parentId);
    }
  }
  for (const { name } of listTables(handle)) {
    const kept = [...(ids.get(name) ?? [])].join(', ');
    handle.exec(`delete from ${quote(name)} where rowid not in (${kept})`);
  }
}

/** Returns a valid value for a column, from its default, its checks and its type. */
function chooseValue({ name, type, dflt_value }: Column, table: string, sql: string): Value {
  if (dflt_value === "'[]'" || dflt_value === "'{}'") return dflt_value.slice(1, -1);
  const check = (shape: string) => new RegExp(`"${name}" ${shape}`, 'i').exec(sql)?.[1];
  const [first] = (check("in \\(('[^)]*')\\)") ?? '').split(/, ?/);
  if (first) return first.slice(1, -1);
  const pattern = check("like '([^']*)'");
  if (pattern) return '2026-11-21T12:00:00.000Z'.slice(0, pattern.length);
  if (type.toLowerCase() === 'integer') return 1;
  return `${name} of ${table}`;
}

/** Returns an id for a column such as `post_id`, which names a post although the table declares no reference. */
function findReferencedId(handle: Handle, column: string): Value | undefined {
  const table = column.endsWith('_id') ? column.slice(0, -3) : '';
  const isThere = listTables(handle).some(({ name, sql }) => name === table && sql.includes('"id"'));
  return isThere
    ? handle
        .prepare<[], string>(`select id from ${quote(table)} limit 1`)
        .pluck()
        .get()
    : undefined;
}

/** Adds a row to each table that has none. */
function fillEmpty(handle: Handle): void {
  const isEmpty = (table: string) => handle.prepare(`select 1 from ${quote(table)} limit 1`).get() === undefined;
  let empty = listTables(handle).filter(({ name }) => isEmpty(name));
  while (empty.length > 0) {
    const ready = empty.filter(({ name }) =>
      listReferences(handle, name).every(({ table }) => table === name || !isEmpty(table)),
    );
    for (const { name, sql } of ready) {
      const row: Row = {};
      const columns = handle.prepare<[string], Column>('select * from pragma_table_info(?)').all(name);
      for (const column of columns)
        row[column.name] = findReferencedId(handle, column.name) ?? chooseValue(column, name, sql);
      for (const references of Map.groupBy(listReferences(handle, name), ({ id }) => id).values()) {
        const [{ table: parent } = { table: name }] = references;
        const other = parent === name ? {} : handle.prepare<[], Row>(`select * from ${quote(parent)} limit 1`).get();
        for (const { from, to } of references) row[from] = other?.[to] ?? null;
      }
      const names = Object.keys(row);
      const insert = `insert into ${quote(name)} (${names.map(quote).join(', ')}) values (${names.map(() => '?').join(', ')})`;
      handle.prepare(insert).run(...Object.values(row));
    }
    if (ready.length === 0) throw new Error(`No row can be added to ${empty.map(({ name }) => name).join(', ')}.`);
    empty = listTables(handle).filter(({ name }) => isEmpty(name));
  }
}

/** Runs work without the database's triggers, some of which prevent rows from being deleted. */
function withoutTriggers(handle: Handle, work: () => void): void {
  const triggers = handle
    .prepare<[], { name: string; sql: string }>("select name, sql from sqlite_master where type = 'trigger'")
    .all();
  for (const { name } of triggers) handle.exec(`drop trigger ${quote(name)}`);
  work();
  for (const { sql } of triggers) handle.exec(sql);
}

/** Returns PostgreSQL's statements that create this version's tables with the same rows. */
async function dumpForPostgres(handle: Handle): Promise<string> {
  const cluster = await startPostgres();
  try {
    await (await openDatabase({ url: cluster.url, file: '' }, migrations)).close();
    const client = new pg.Client({ connectionString: cluster.url });
    await client.connect();
    // The replica role disables foreign keys and the triggers of append-only tables
    await client.query('set session_replication_role = replica');
    for (const { name } of listTables(handle)) {
      await client.query(`delete from ${quote(name)}`);
      for (const row of handle.prepare<[], Row>(`select * from ${quote(name)}`).all()) {
        const names = Object.keys(row);
        const places = names.map((_, at) => `$${at + 1}`).join(', ');
        const insert = `insert into ${quote(name)} (${names.map(quote).join(', ')}) values (${places})`;
        await client.query(insert, Object.values(row));
      }
    }
    await client.end();
    const dump = execFileSync(
      join(findPostgres() ?? '', 'pg_dump'),
      ['--no-owner', '--no-privileges', '--rows-per-insert=50', cluster.url],
      { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 },
    );
    // Removes statements that only psql understands, or that other versions of the server don't understand
    return dump.replace(
      /^(\\(un)?restrict .*|SET (lock|transaction|idle_in_transaction_session)_timeout = 0;)\n/gm,
      '',
    );
  } finally {
    await cluster.stop();
  }
}

const [version = ''] = process.argv.slice(2);
if (!/^\d+\.\d+\.\d+(-\w+)?$/.test(version)) throw new Error('Name the version: node tools/released.ts 1.2.3');
const into = join(import.meta.dirname, '../tests/released');
const folder = mkdtempSync(join(tmpdir(), 'callboard-released-'));
const file = join(folder, 'callboard.sqlite');
const db = await openDatabase({ file }, migrations);
const seededAt = new Date('2026-11-22T12:00:00.000Z');
await seedDemo(db, seededAt);
await db.close();
const handle = new BetterSqlite(file);
handle.pragma('foreign_keys = off');
withoutTriggers(handle, () => {
  deleteMostRows(handle);
  fillEmpty(handle);
});
if ((handle.pragma('foreign_key_check') as unknown[]).length > 0)
  throw new Error('Some rows refer to rows that don’t exist.');
handle.pragma('journal_mode = delete');
handle.exec('vacuum');
mkdirSync(into, { recursive: true });
writeFileSync(join(into, `${version}.sqlite.gz`), gzipSync(readFileSync(file), { level: 9 }));
const promises = listPromises(readFileSync(join(import.meta.dirname, '../dist/openapi.json'), 'utf8'));
writeFileSync(join(into, `${version}.protocol.gz`), gzipSync(`${promises.join('\n')}\n`, { level: 9 }));
writeFileSync(join(into, `${version}.postgres.sql.gz`), gzipSync(await dumpForPostgres(handle), { level: 9 }));
handle.close();
const source = { storage: createDiskStorage(join(folder, 'files')), secret: '', version, now: seededAt.toISOString() };
await withSnapshot({ file }, (snapshot) => writeBackup(join(into, `${version}.zip`), { ...source, snapshot }));
rmSync(folder, { recursive: true });
