import { execFile, spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import BetterSqlite from 'better-sqlite3';
import { sql } from 'kysely';
import { expect, inject, onTestFinished, test } from 'vitest';
import {
  createTemporaryFolder,
  type DatabasePlace,
  onEachEmptyPlace,
  onEachEngine,
  openInSeveralProcesses,
  openTestDatabase,
} from '#tests/support/site/engines.ts';
import { buildDatabaseUrl, runInPostgres, startPostgres } from '#tests/support/site/postgres.ts';
import { migrations } from '../../../migrations/index.ts';
import { version } from '../program/program.ts';
import { column, type Database, DatabaseSetupError, type Migration, openDatabase, write } from './index.ts';

const child = fileURLToPath(new URL('./process.child.ts', import.meta.url));
const run = promisify(execFile);

const recorded = async (db: Database) =>
  (await db.read.selectFrom('migration').select('name').orderBy('name').execute()).map(({ name }) => name);
const names = migrations.map(([name]) => name);

/** Returns the message of the `DatabaseSetupError` with which opening fails. Any other outcome fails the test. */
async function fault(place: DatabasePlace, steps = migrations): Promise<string> {
  const error = await openDatabase(place, steps).then(
    async (db) => {
      await db.close();
      return 'it started';
    },
    (error: unknown) => error,
  );
  expect(error).toBeInstanceOf(DatabaseSetupError);
  const message = error instanceof Error ? error.message : '';
  expect(message).toMatch(/^[A-Z][^\n]*\.$/);
  return message;
}

test('migrations are numbered in order from the baseline on, each once', () => {
  // A number that was reserved but not used leaves a gap
  const numbers = names.map((name) => Number(/^(\d{4})-[a-z-]+$/.exec(name)?.[1]));
  expect(numbers[0]).toBe(71);
  expect(numbers).toEqual([...new Set(numbers)].toSorted((a, b) => a - b));
});

onEachEmptyPlace(
  'a database upgraded one migration at a time records each migration and has only strict columns',
  async ({ engine, place }) => {
    for (let last = 1; last <= migrations.length; last++) {
      const db = await openDatabase(place, migrations.slice(0, last));
      expect(await recorded(db)).toEqual(names.slice(0, last));
      await db.close();
    }
    const db = await openTestDatabase(place);
    expect(await recorded(db)).toEqual(names);

    const loose =
      engine === 'sqlite'
        ? sql`select name from pragma_table_list
          where schema = 'main' and type = 'table' and strict = 0 and name not like 'sqlite%'`
        : sql`select table_name, column_name from information_schema.columns where table_schema = 'public'
          and (data_type, collation_name) not in (values ('text', 'C')) and data_type <> 'bigint'`;
    expect((await loose.execute(db.read)).rows).toEqual([]);
  },
);

onEachEmptyPlace(
  'a migration that fails leaves the database unchanged, and the next start completes it',
  async ({ place }) => {
    await (await openDatabase(place, migrations)).close();
    const broken: Migration = {
      async up(_db, { table }) {
        await table('prop', { id: column.id() });
        throw new Error('power cut');
      },
    };
    const mended: Migration = { up: (_db, { table }) => table('prop', { id: column.id() }) };
    await expect(openDatabase(place, [...migrations, ['9999-props', broken]])).rejects.toThrow('power cut');
    const db = await openTestDatabase(place, [...migrations, ['9999-props', mended]]);
    expect(await recorded(db)).toEqual([...names, '9999-props']);
  },
);

onEachEmptyPlace('four processes that start at once on an empty database migrate it once', async ({ place }) => {
  const at = place.url ? place : { file: join(place.file, '../data/of/the/society/callboard.sqlite') };
  expect(await openInSeveralProcesses(at, 4)).toEqual(['', '', '', '']);
  const db = await openTestDatabase(at);
  expect(await recorded(db)).toEqual(names);
  expect(await db.revision()).toBe(1);
});

onEachEngine('a database from a newer version is refused and left unchanged', async ({ engine, db, place }) => {
  await write(db, (tx) => tx.insertInto('setting').values({ name: 'about', value: 'We play' }).execute());
  const newer: Migration = { up: (_db, { table }) => table('prop', { id: column.id() }) };
  await (await openDatabase(place, [...migrations, ['9999-props', newer]])).close();
  const before = engine === 'sqlite' ? readFileSync(place.file) : undefined;

  expect(await fault(place)).toMatch(
    /was written by a newer version of Callboard than this one \(\d.*\): install that version or a later one, or restore/,
  );

  if (before) expect(readFileSync(place.file).equals(before)).toBe(true);
  const still = await openTestDatabase(place, [...migrations, ['9999-props', newer]]);
  expect(await still.read.selectFrom('setting').select(['name', 'value']).execute()).toEqual([
    { name: 'about', value: 'We play' },
  ]);
});

onEachEngine('the refusal of a newer version’s database names that version, if it was recorded', async (on) => {
  const { place } = on;
  const row = on.db.read
    .selectFrom('migration')
    .select('version')
    .where('name', '=', names.at(-1) ?? '');
  expect(await row.executeTakeFirst()).toEqual({ version });

  const newer: Migration = { up: (_db, { table }) => table('prop', { id: column.id() }) };
  const db = await openDatabase(place, [...migrations, ['9998-props', newer]]);
  await write(db, (tx) =>
    tx.updateTable('migration').set({ version: '99.1.0' }).where('name', '=', '9998-props').execute(),
  );
  await db.close();
  expect(await fault(place)).toContain(
    `was written by Callboard 99.1.0, and this is Callboard ${version}: install 99.1.0 or a later version, or restore the backup that was made before the upgrade with “npm run restore -- FILE.zip”. Nothing was changed.`,
  );
});

test('a newer version’s database file is left unchanged even if its write-ahead log hasn’t been copied into it yet', async () => {
  const file = join(createTemporaryFolder(), 'callboard.sqlite');
  await (await openDatabase({ file }, migrations)).close();
  const newer = new BetterSqlite(file);
  newer.exec("insert into migration (name, applied_at) values ('9999-props', '2026-11-21T19:30:00.000Z')");
  const parts = [file, `${file}-wal`];
  const before = parts.map((part) => readFileSync(part));
  expect(await fault({ file })).toMatch(/newer version/);
  for (const [index, part] of parts.entries())
    expect(readFileSync(part).equals(before[index] ?? Buffer.of())).toBe(true);
  newer.close();
});

test('a migration inserted before one that has already run is refused', async () => {
  const file = join(createTemporaryFolder(), 'callboard.sqlite');
  const one: Migration = { up: (_db, { table }) => table('one', { id: column.id() }) };
  await (await openDatabase({ file }, [...migrations, ['9998-b', one]])).close();
  expect(await fault({ file }, [...migrations, ['9997-a', one], ['9998-b', one]])).toMatch(/9997-a/);
});

onEachEmptyPlace('no confirmed row is lost when the process is killed', async ({ place, engine }) => {
  const writer = spawn(process.execPath, [child, 'keep-writing', JSON.stringify(place)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let said = '';
  writer.stdout.on('data', (chunk) => {
    said += chunk;
    if (said.split('\n').length > 200) writer.kill('SIGKILL');
  });
  await new Promise((resolve) => writer.once('close', resolve));
  const acknowledged = said.split('\n').slice(0, -1);
  expect(acknowledged.length).toBeGreaterThanOrEqual(200);

  const db = await openTestDatabase(place);
  const known = new Set((await db.read.selectFrom('setting').select('name').execute()).map(({ name }) => name));
  expect(acknowledged.filter((name) => !known.has(name))).toEqual([]);
  expect(await db.revision()).toBe(1 + known.size);
  if (engine === 'sqlite')
    expect((await sql`pragma integrity_check`.execute(db.read)).rows).toEqual([{ integrity_check: 'ok' }]);
});

test('if the data folder can’t be created, the error message names it and says what to do', async () => {
  const folder = createTemporaryFolder();
  writeFileSync(join(folder, 'note'), 'not a folder');
  const message = await fault({ file: join(folder, 'note/data/callboard.sqlite') });
  expect(message).toContain(join(folder, 'note/data'));
  expect(message).toContain('set DATA_DIR to another folder');
});

test('if the data folder isn’t writable, the error message names it and says what to do', async () => {
  const [writable, unwritable] = [createTemporaryFolder(), createTemporaryFolder()];
  chmodSync(unwritable, 0o555);
  const { stdout } = await run(process.execPath, [child, 'start-unwritable', writable, unwritable]);
  expect(stdout).toBe(
    `DatabaseSetupError: Callboard can’t write to the folder ${unwritable}: make it writable and check that there is free space, or set DATA_DIR to another folder.\n`,
  );
});

test('a file that isn’t a database, or isn’t Callboard’s, is refused and left unchanged', async () => {
  const file = join(createTemporaryFolder(), 'callboard.sqlite');
  writeFileSync(file, 'Dear committee, '.repeat(500));
  expect(await fault({ file })).toMatch(/is not a database, or is damaged/);
  expect(readFileSync(file, 'utf8')).toBe('Dear committee, '.repeat(500));

  const theirs = join(createTemporaryFolder(), 'callboard.sqlite');
  new BetterSqlite(theirs).exec('create table invoice (id text)').close();
  const before = readFileSync(theirs);
  expect(await fault({ file: theirs })).toMatch(/belongs to another program/);
  expect(readFileSync(theirs).equals(before)).toBe(true);

  const folder = join(createTemporaryFolder(), 'callboard.sqlite');
  mkdirSync(folder);
  expect(await fault({ file: folder })).toMatch(/can’t write to the folder/);
});

test('the error message about an unusable DATABASE_URL names the cause, but not the password', async () => {
  const url = inject('postgres');
  const file = join(createTemporaryFolder(), 'callboard.sqlite');
  const { password } = new URL(url);
  await runInPostgres(url, `create role without_connections login password 'secret' connection limit 0`);
  onTestFinished(() => runInPostgres(url, 'drop role without_connections'));
  const limited = Object.assign(new URL(url), { username: 'without_connections', password: 'secret' });
  const faults = {
    'an address of something else': ['mysql://me:secret@localhost/x', /is not a PostgreSQL URL/],
    'no address': ['localhost', /is not a PostgreSQL URL/],
    'nobody listens': ['postgres://me:secret@127.0.0.1:1/x', /on 127\.0\.0\.1:1 isn’t responding: start it/],
    'no such host': ['postgres://me:secret@nowhere.invalid/x', /on nowhere\.invalid/],
    'wrong password': [url.replace(password, 'secret'), /rejected the user name or password/],
    'no password': [url.replace(`:${password}`, ''), /rejected the user name or password/],
    'no such database': [buildDatabaseUrl(url, 'nothing_here'), /has no database called nothing_here: create it/],
    'no free connection': [limited.href, /has no free connection: close connections of other programs, or raise/],
  } as const;
  for (const [what, [address, said]] of Object.entries(faults)) {
    const message = await fault({ url: address, file });
    expect(message, what).toMatch(said);
    expect(message, what).not.toMatch(/secret/);
    expect(message, what).not.toContain(password);
  }
  expect(existsSync(file)).toBe(false);
});

test('if PostgreSQL stops, the process keeps running and reports that it isn’t ready', async () => {
  const cluster = await startPostgres();
  const db = await openDatabase({ url: cluster.url, file: '' }, migrations);
  await db.checkReady();
  await cluster.stop();
  await expect(db.checkReady()).rejects.toThrow();
  await expect(db.revision()).rejects.toThrow();
  await db.close();
});
