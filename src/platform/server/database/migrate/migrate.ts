import { type Kysely, sql } from 'kysely';
import { formatCommand } from '../../program/command-names.ts';
import { formatNewerVersionAdvice, version } from '../../program/version.ts';
import type { Engine } from '../core/database.ts';
import { DatabaseSetupError } from '../core/database.ts';
import { createLiveViewMaker, withoutTriggers } from '../core/rows.ts';
import { createAppendOnlyRuleMaker, createErasureRuleMaker } from './append-only.ts';
import { column, createColumnAdder, createTableMaker } from './columns.ts';

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
