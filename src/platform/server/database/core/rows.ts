import {
  type ColumnType,
  type Kysely,
  type QueryExecutorProvider,
  sql,
  type UpdateQueryBuilder,
  type UpdateResult,
} from 'kysely';
import type { Instant } from '#platform/shared/dates/dates.ts';
import { yieldToEventLoop } from '../../background/event-loop.ts';
import type { DbTransaction, Engine } from './database.ts';
import type { Tables } from './schema.ts';

/** A table with soft deletes. The view of the same name without `_with_deleted` shows only its live rows. */
export type SoftDeleteTable = Extract<keyof Tables, `${string}_with_deleted`>;

/**
 * A row of a soft-delete table that isn't deleted, without the columns that only deleted rows use. It is only for
 * reading. A write has to name the table itself, and so must decide what happens to deleted rows.
 */
export type LiveRow<Row extends { deleted_at: Instant | null }> = {
  [Column in Exclude<keyof Row, 'deleted_at' | 'deleted_by'>]: ColumnType<Row[Column], never, never>;
};

type Update<Row extends keyof Tables, From extends keyof Tables> = UpdateQueryBuilder<Tables, Row, From, UpdateResult>;

/**
 * Moves the rows that `update` selects to the trash; rows that are already there stay unchanged. Returns the number of
 * rows moved.
 */
export const softDeleteRows = <Row extends keyof Tables, From extends keyof Tables>(
  update: Update<Row, From>,
  at: Instant,
): Promise<number> => changed(update.set({ deleted_at: at } as never).where(sql<boolean>`deleted_at is null`));

/** Restores the rows in `update` that were deleted after `since`. Returns their number. */
export const restoreRows = <Row extends keyof Tables, From extends keyof Tables>(
  update: Update<Row, From>,
  since: Instant,
): Promise<number> => changed(update.set({ deleted_at: null } as never).where(sql<boolean>`deleted_at > ${since}`));

async function changed<Row extends keyof Tables, From extends keyof Tables>(
  update: Update<Row, From>,
): Promise<number> {
  const { numUpdatedRows } = await update.executeTakeFirst();
  return Number(numUpdatedRows);
}

/**
 * For migrations: returns a function that creates the view of a table's live rows, with the table's current columns.
 * After adding a column to the table, create its view again.
 */
export function createLiveViewMaker<DB>(db: Kysely<DB>, engine: Engine) {
  return async function liveView(name: string): Promise<void> {
    const table = `${name}_with_deleted`;
    const listing =
      engine === 'sqlite'
        ? sql<{ name: string }>`select name from pragma_table_info(${table}) order by cid`
        : sql<{ name: string }>`select column_name as name from information_schema.columns
            where table_schema = current_schema() and table_name = ${table} order by ordinal_position`;
    const { rows } = await listing.execute(db);
    const columns = rows.map((row) => row.name).filter((column) => column !== 'deleted_at' && column !== 'deleted_by');
    await sql`drop view if exists ${sql.table(name)}`.execute(db);
    await sql`create view ${sql.table(name)} as select ${sql.join(columns.map((column) => sql.ref(column)))}
      from ${sql.table(table)} where deleted_at is null`.execute(db);
  };
}

/** A row's `version` plus one. For a change that isn't based on a version, but that a concurrent save must notice. */
export const incrementedVersion = sql<number>`version + 1`;

/** The version columns, each with the column of the user who saved that version. */
const savers = { version: 'updated_by', plan_version: 'plan_updated_by', file_version: 'file_updated_by' } as const;

/**
 * Updates one row if its version is still `version`, and increments the version (optimistic locking). Returns the new
 * version. If somebody has saved since, or the row is missing, changes nothing and returns undefined. Without a
 * `version`, it always overwrites. A row that two screens save has a separate version for each screen, in its own
 * `column`. `by` is the user who saves, if the table stores that.
 */
export async function updateVersionedRow<Row extends keyof Tables, From extends keyof Tables>(
  update: UpdateQueryBuilder<Tables, Row, From, UpdateResult>,
  version: number | undefined,
  { column = 'version', by }: { column?: keyof typeof savers; by?: string | undefined } = {},
): Promise<number | undefined> {
  const saver = by === undefined ? {} : { [savers[column]]: by };
  const moving = update.set({ ...saver, [column]: sql<number>`${sql.ref(column)} + 1` } as never);
  const guarded = version === undefined ? moving : moving.where(sql<boolean>`${sql.ref(column)} = ${version}`);
  const saved = await guarded.returning(sql<number>`${sql.ref(column)}`.as('saved')).executeTakeFirst();
  return saved?.saved;
}

/**
 * The number of rows in one statement. Both engines limit the number of values in a statement, and a large statement
 * delays other work.
 */
const rowsAtOnce = 200;

/**
 * Passes rows to `work` in batches that fit into one statement, one batch after another. Other work can run in between.
 */
export async function runInBatches<Row>(
  rows: readonly Row[],
  work: (batch: readonly Row[]) => Promise<unknown>,
): Promise<void> {
  for (let start = 0; start < rows.length; start += rowsAtOnce) {
    await work(rows.slice(start, start + rowsAtOnce));
    await yieldToEventLoop();
  }
}

/** Tables that every database needs. */
const requiredTables: readonly (keyof Tables)[] = ['migration', 'revision', 'data_key'];

/**
 * Deletes every row of every table, except of those that every database needs and of those in `keep`. Tables in `keep`
 * must not refer to emptied tables. Used to reset a society; it can't be undone.
 */
export async function emptyTablesExcept(
  tx: DbTransaction,
  { engine, keep }: { engine: Engine; keep: readonly (keyof Tables)[] },
): Promise<void> {
  const spared = new Set<string>([...requiredTables, ...keep]);
  const names = (await listTableNames(tx, engine)).filter((name) => !spared.has(name));
  await withoutTriggers(tx, engine, names, () => deleteAllRows(tx, engine, names));
}

/** Lists the names of all tables, without views. */
export async function listTableNames(db: QueryExecutorProvider, engine: Engine): Promise<string[]> {
  const listing =
    engine === 'sqlite'
      ? sql<{
          name: string;
        }>`select name from sqlite_master where type = 'table' and name not like 'sqlite_%' order by 1`
      : sql<{ name: string }>`select table_name as name from information_schema.tables
          where table_schema = current_schema() and table_type = 'BASE TABLE' order by 1`;
  return (await listing.execute(db)).rows.map(({ name }) => name);
}

/** Deletes every row of these tables. Nothing else may refer to the rows, and no trigger may refuse the deletion. */
export async function deleteAllRows<DB>(tx: Kysely<DB>, engine: Engine, names: readonly string[]): Promise<void> {
  if (engine === 'postgres') {
    // All tables are emptied in one statement. Otherwise tables that refer to each other couldn't be emptied
    await sql`truncate ${sql.join(names.map((name) => sql.table(name)))}`.execute(tx);
    return;
  }
  await sql`pragma defer_foreign_keys = on`.execute(tx);
  for (const name of names) await sql`delete from ${sql.table(name)}`.execute(tx);
}

/** Runs `work` while the triggers of these tables are off, because they would refuse changes to append-only tables. */
export async function withoutTriggers<DB>(
  tx: Kysely<DB>,
  engine: Engine,
  names: readonly string[],
  work: () => Promise<void>,
): Promise<void> {
  if (engine === 'postgres') {
    for (const name of names) await sql`alter table ${sql.table(name)} disable trigger user`.execute(tx);
    await work();
    for (const name of names) await sql`alter table ${sql.table(name)} enable trigger user`.execute(tx);
    return;
  }
  const { rows: triggers } = await sql<{ name: string; tbl_name: string; sql: string }>`
    select name, tbl_name, sql from sqlite_master where type = 'trigger'`.execute(tx);
  const lifted = triggers.filter(({ tbl_name }) => names.includes(tbl_name));
  for (const { name } of lifted) await sql`drop trigger ${sql.ref(name)}`.execute(tx);
  await work();
  for (const trigger of lifted) await sql.raw(trigger.sql).execute(tx);
}
