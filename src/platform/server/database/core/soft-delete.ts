import { type ColumnType, type Kysely, sql, type UpdateQueryBuilder, type UpdateResult } from 'kysely';
import type { Instant } from '#platform/shared/dates/dates.ts';
import type { Engine } from './database.ts';
import type { Tables } from './schema.ts';

/** A table with soft deletes. A view without the suffix shows only its live rows. */
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
 * Moves the rows that `update` selects to the trash. Returns their number; rows already in the trash stay unchanged.
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
 * For migrations: creates the view of a table's live rows, with the table's current columns. After adding a column to
 * the table, create its view again.
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
