import { type Kysely, type RawBuilder, sql } from 'kysely';
import { formatCommand, formatNewerVersionAdvice, version } from '../../program/program.ts';
import { DatabaseSetupError, type Engine } from '../core/database.ts';
import { createLiveViewMaker, withoutTriggers } from '../core/rows.ts';
import { column, createColumnAdder, createTableMaker } from './columns.ts';

/**
 * Creates a function that makes the database itself refuse to change or remove a table's rows, even for other programs.
 * Only an erasure rule and `withoutTriggers` allow such changes. `unique` lists the sets of columns that are unique
 * together, apart from the id.
 */
export function createAppendOnlyRuleMaker<DB>(db: Kysely<DB>, engine: Engine) {
  return async function appendOnly(
    table: string,
    { unique = [] }: { unique?: readonly (readonly string[])[] } = {},
  ): Promise<void> {
    for (const step of engine === 'sqlite' ? sqliteSteps(table, unique) : postgresSteps(table)) await step.execute(db);
  };
}

const refusalOf = (table: string) => sql.lit(`rows of ${table} are added, and never changed`);

const sqliteSteps = (table: string, unique: readonly (readonly string[])[]): RawBuilder<unknown>[] => {
  const refused = sql`begin select raise(abort, ${refusalOf(table)}); end`;
  const before = (change: 'update' | 'delete' | 'insert') =>
    sql`create trigger ${sql.ref(`${table}_takes_no_${change}`)} before ${sql.raw(change)} on ${sql.table(table)}`;
  // SQLite's "insert or replace" removes a conflicting row without running the delete trigger
  const same = [['id'], ['rowid'], ...unique].map((columns) =>
    sql.join(
      columns.map((name) => sql`${sql.ref(name)} = new.${sql.ref(name)}`),
      sql` and `,
    ),
  );
  const there = sql`exists (select 1 from ${sql.table(table)} where ${sql.join(same, sql` or `)})`;
  return [
    sql`${before('update')} ${refused}`,
    sql`${before('delete')} ${refused}`,
    sql`${before('insert')} when ${there} ${refused}`,
  ];
};

const postgresSteps = (table: string): RawBuilder<unknown>[] => [
  sql`create function ${sql.ref(`${table}_takes_no_change`)}() returns trigger language plpgsql as
      $$ begin raise exception using message = ${refusalOf(table)}, errcode = 'restrict_violation'; end $$`,
  sql`create trigger ${sql.ref(`${table}_takes_no_change`)} before update or delete or truncate on ${sql.table(table)}
      for each statement execute function ${sql.ref(`${table}_takes_no_change`)}()`,
];

/** The columns whose values may be erased, each with its allowed replacements. */
export type ErasableColumns = Record<string, readonly string[]>;

/**
 * Creates a function that allows erasure in an append-only table while the table `by` has a row. A transaction inserts
 * that row before it erases anything. An update may then set each `forgettable` column to one of its replacements, and
 * must leave the columns in `unchanged` as they are. A later call for the same table replaces the earlier rule, so call
 * it again after adding a column.
 *
 * @throws if a column is neither `unchanged` nor `forgettable`, because it could then be changed freely
 */
export function createErasureRuleMaker<DB>(db: Kysely<DB>, engine: Engine) {
  return async function mayForget(
    table: string,
    { by, unchanged, forgettable }: { by: string; unchanged: readonly string[]; forgettable: ErasableColumns },
  ): Promise<void> {
    const { rows } = await sql<{ name: string }>`select name from ${columnsOf(table, engine)}`.execute(db);
    const open = rows.find(({ name }) => !unchanged.includes(name) && !Object.hasOwn(forgettable, name));
    if (open) throw new Error(`${table}.${open.name} must be listed as unchanged or forgettable.`);
    const allowed = sql`exists (select 1 from ${sql.table(by)}) and ${sql.join(
      [
        ...unchanged.map((name) => sql`new.${sql.ref(name)} = old.${sql.ref(name)}`),
        ...Object.entries(forgettable).map(
          ([name, words]) =>
            sql`(new.${sql.ref(name)} = old.${sql.ref(name)} or new.${sql.ref(name)} in (${sql.join(words.map((one) => sql.lit(one)))}))`,
        ),
      ],
      sql` and `,
    )}`;
    const steps = engine === 'sqlite' ? sqliteForgetting(table, allowed) : postgresForgetting(table, allowed);
    for (const step of steps) await step.execute(db);
  };
}

const columnsOf = (table: string, engine: Engine): RawBuilder<unknown> =>
  engine === 'sqlite'
    ? sql`pragma_table_info(${table})`
    : sql`(select column_name as name from information_schema.columns where table_schema = current_schema()
        and table_name = ${table}) as columns`;

const sqliteForgetting = (table: string, allowed: RawBuilder<unknown>): RawBuilder<unknown>[] => [
  sql`drop trigger ${sql.ref(`${table}_takes_no_update`)}`,
  sql`create trigger ${sql.ref(`${table}_takes_no_update`)} before update on ${sql.table(table)}
      when not (${allowed}) begin select raise(abort, ${refusalOf(table)}); end`,
];

const postgresForgetting = (table: string, allowed: RawBuilder<unknown>): RawBuilder<unknown>[] => [
  sql`drop trigger ${sql.ref(`${table}_takes_no_change`)} on ${sql.table(table)}`,
  sql`create trigger ${sql.ref(`${table}_takes_no_change`)} before delete or truncate on ${sql.table(table)}
      for each statement execute function ${sql.ref(`${table}_takes_no_change`)}()`,
  sql`create or replace function ${sql.ref(`${table}_only_forgets`)}() returns trigger language plpgsql as
      $$ begin
        if ${allowed} then return new; end if;
        raise exception using message = ${refusalOf(table)}, errcode = 'restrict_violation';
      end $$`,
  sql`drop trigger if exists ${sql.ref(`${table}_only_forgets`)} on ${sql.table(table)}`,
  sql`create trigger ${sql.ref(`${table}_only_forgets`)} before update on ${sql.table(table)}
      for each row execute function ${sql.ref(`${table}_only_forgets`)}()`,
];

/**
 * Creates a function that changes the allowed values of a `column.oneOf` in a table with rows. Rows, indexes and
 * triggers stay as they are.
 */
function createAllowedValuesChanger<DB>(db: Kysely<DB>, engine: Engine) {
  return async function allowValues(
    table: string,
    column: string,
    { from, to }: { from: readonly string[]; to: readonly string[] },
  ): Promise<void> {
    const check = (values: readonly string[]) => `"${column}" in (${values.map((value) => `'${value}'`).join(', ')})`;
    if (engine === 'sqlite') return rebuildTable(db, table, check(from), check(to));
    const name = sql.ref(`${table}_${column}_check`);
    await sql`alter table ${sql.table(table)} drop constraint ${name}`.execute(db);
    await sql`alter table ${sql.table(table)} add constraint ${name} check (${sql.raw(check(to))})`.execute(db);
  };
}

/**
 * Rebuilds a table, because SQLite can't change a constraint. The rows move to a new table, which then takes the old
 * table's name.
 */
async function rebuildTable<DB>(db: Kysely<DB>, table: string, from: string, to: string): Promise<void> {
  const stored = await sql<{ type: string; sql: string }>`
    select type, sql from sqlite_master where tbl_name = ${table} and type in ('table', 'index') and sql is not null
  `.execute(db);
  const definition = stored.rows.find(({ type }) => type === 'table')?.sql ?? '';
  const rebuilt = `${table}_rebuilt`;
  const changed = definition.replace(from, to).replace(`"${table}"`, `"${rebuilt}"`);
  if (!definition.includes(from) || !changed.includes(rebuilt))
    throw new Error(`The table ${table} has no constraint ${from}.`);
  await withoutTriggers(db, 'sqlite', [table], async () => {
    await sql.raw(changed).execute(db);
    await sql`insert into ${sql.table(rebuilt)} select * from ${sql.table(table)} order by rowid`.execute(db);
    await sql`drop table ${sql.table(table)}`.execute(db);
    await sql`alter table ${sql.table(rebuilt)} rename to ${sql.table(table)}`.execute(db);
    for (const index of stored.rows.filter(({ type }) => type === 'index')) await sql.raw(index.sql).execute(db);
  });
}

/** Tables without types, for migrations: the current types don't describe the tables of an earlier version. */
export type UntypedTables = Record<string, Record<string, unknown>>;

export interface MigrationTools {
  engine: Engine;
  /** Makes a table that behaves the same on both engines, from the columns of `columns.ts`. */
  table: ReturnType<typeof createTableMaker>;
  addColumns: ReturnType<typeof createColumnAdder>;
  allowValues: ReturnType<typeof createAllowedValuesChanger>;
  appendOnly: ReturnType<typeof createAppendOnlyRuleMaker>;
  /** Runs `work`, which may change rows of these append-only tables. */
  withoutTriggers(tables: readonly string[], work: () => Promise<void>): Promise<void>;
  mayForget: ReturnType<typeof createErasureRuleMaker>;
  liveView: ReturnType<typeof createLiveViewMaker>;
}

/** One step, which can't be reversed. It runs in one transaction with the other pending steps. */
export interface Migration {
  up(db: Kysely<UntypedTables>, tools: MigrationTools): Promise<void>;
}

/**
 * The baseline, which creates the tables, and all later steps in order. The names sort in the same order. A released
 * name is never changed, moved or removed.
 */
export type Migrations = readonly (readonly [name: string, migration: Migration])[];

/** A step that has run in a database. */
export interface RecordedMigration {
  name: string;
  /** The version of Callboard that ran it; missing or "" if it was before versions were recorded. */
  version?: string;
}

/**
 * Returns the `recorded` steps from the baseline on. Returns undefined if there are earlier steps but no baseline,
 * because the database then lacks some of the steps that the baseline combines.
 */
export function selectStepsSinceBaseline(migrations: Migrations, recorded: readonly string[]): string[] | undefined {
  const baseline = migrations[0]?.[0] ?? '';
  const since = recorded.filter((name) => name >= baseline);
  return since.length < recorded.length && !since.includes(baseline) ? undefined : since;
}

/**
 * Returns the steps that a database with the `recorded` steps still needs.
 * @param place names the database in messages
 * @param setting the setting that selects the database
 * @throws DatabaseSetupError if the database is older than the baseline, lacks a step before one that has run, or has
 * unknown steps: it is then from a newer version, and this version would damage it
 */
export function findPendingMigrations(
  migrations: Migrations,
  recorded: readonly RecordedMigration[],
  { place, setting }: { place: string; setting: string },
): Migrations {
  const known = new Set(migrations.map(([name]) => name));
  const since = selectStepsSinceBaseline(
    migrations,
    recorded.map(({ name }) => name),
  );
  if (!since) {
    throw new DatabaseSetupError(
      `${place} is too old for this version of Callboard: start a version between the two first, or set ${setting} to another place; nothing was changed.`,
    );
  }
  const unknown = recorded.findLast(({ name }) => since.includes(name) && !known.has(name));
  if (unknown) {
    throw new DatabaseSetupError(
      `${formatNewerVersionAdvice(`${place} was written`, unknown.version)} or restore the backup that was made before the upgrade with “${formatCommand('restore')} FILE.zip”. Nothing was changed.`,
    );
  }
  const done = new Set(since);
  const pending = migrations.filter(([name]) => !done.has(name));
  const outOfOrder = migrations.slice(0, done.size).find(([name]) => !done.has(name));
  if (outOfOrder) {
    throw new DatabaseSetupError(
      `${place} has run migrations that come after ${outOfOrder[0]}, but not that one: restore a backup, or put the migrations back in order.`,
    );
  }
  return pending;
}

/**
 * Runs the pending steps, and records which version ran them. Must be called in a transaction that holds the migration
 * lock.
 */
export async function migrate(
  db: Kysely<UntypedTables>,
  engine: Engine,
  migrations: Migrations,
  names: { place: string; setting: string },
): Promise<void> {
  const table = createTableMaker(db, engine);
  const tools = {
    engine,
    table,
    addColumns: createColumnAdder(db, engine),
    allowValues: createAllowedValuesChanger(db, engine),
    appendOnly: createAppendOnlyRuleMaker(db, engine),
    withoutTriggers: (tables: readonly string[], work: () => Promise<void>) =>
      withoutTriggers(db, engine, tables, work),
    mayForget: createErasureRuleMaker(db, engine),
    liveView: createLiveViewMaker(db, engine),
  };
  const recorded = await listRecordedMigrations(db, engine);
  const pending = findPendingMigrations(migrations, recorded ?? [], names);
  if (!recorded) await table('migration', { name: column.id(), applied_at: column.instant() });
  for (const [name, migration] of pending) {
    await migration.up(db, tools);
    await db.insertInto('migration').values({ name, applied_at: new Date().toISOString() }).execute();
  }
  const added = pending.map(([name]) => name);
  const all = added.length > 0 ? await listRecordedMigrations(db, engine) : undefined;
  // A backup from before versions were recorded is restored into tables without the `version` column
  if (all?.[0]?.version === undefined) return;
  await db.updateTable('migration').set({ version }).where('name', 'in', added).execute();
}

/** Returns the steps that have run in a database, in order; undefined if it has no record of steps. */
export async function listRecordedMigrations(
  db: Kysely<UntypedTables>,
  engine: Engine,
): Promise<RecordedMigration[] | undefined> {
  const exists =
    engine === 'sqlite'
      ? sql`select 1 from sqlite_master where type = 'table' and name = 'migration'`
      : sql`select 1 where to_regclass('migration') is not null`;
  if ((await exists.execute(db)).rows.length === 0) return undefined;
  return (await sql<RecordedMigration>`select * from migration order by name`.execute(db)).rows;
}
