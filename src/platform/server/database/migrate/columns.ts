import type { ColumnDefinitionBuilder, CreateTableBuilder, Kysely, RawBuilder } from 'kysely';
import { sql } from 'kysely';
import type { Engine } from '../core/database.ts';

type ColumnBuilder = ColumnDefinitionBuilder;

/** A column with the same type and rules on both engines. */
export interface Column {
  kind: 'text' | 'integer';
  /** Adds the column's constraints; `self` is the column's own name. */
  rules: (build: ColumnBuilder, self: RawBuilder<unknown>) => ColumnBuilder;
}

interface Limits {
  /** True if the column may be null. */
  optional?: true;
  unique?: true;
}

/** Column types. On either engine, the values in rows are strings and integers. */
export const column = {
  /** The row's own id, or another text that identifies the row. */
  id: (): Column => ({ kind: 'text', rules: (build) => build.primaryKey().notNull() }),
  /** The id of a row of `table`. Without `onDelete`, a row can't be deleted while another row refers to it. */
  reference: (table: string, { onDelete, ...limits }: Limits & { onDelete?: 'cascade' | 'set null' } = {}): Column => ({
    kind: 'text',
    rules: (build) => {
      const to = applyLimits(build, limits).references(`${table}.id`);
      return onDelete ? to.onDelete(onDelete) : to;
    },
  }),
  /** A text, "" by default; an optional one is null by default. */
  text: (limits: Limits = {}): Column => ({
    kind: 'text',
    rules: (build) => (limits.optional ? applyLimits(build, limits) : applyLimits(build, limits).defaultTo('')),
  }),
  oneOf: (values: readonly string[], limits: Limits & { initially?: string } = {}): Column => ({
    kind: 'text',
    rules: (build, self) => {
      const one = applyLimits(build, limits).check(sql`${self} in (${sql.join(values.map((v) => sql.lit(v)))})`);
      return limits.initially === undefined ? one : one.defaultTo(limits.initially);
    },
  }),
  /** `2026-11-21T19:30:00.000Z`, so that texts sort in order of time. */
  instant: (limits: Limits = {}): Column => createPatternColumn('____-__-__T__:__:__.___Z', limits),
  /** `2026-11-21` in the society's time zone. */
  date: (limits: Limits = {}): Column => createPatternColumn('____-__-__', limits),
  /** 0 or 1. */
  boolean: (initially: 0 | 1 = 0): Column => ({
    kind: 'integer',
    rules: (build, self) => build.notNull().defaultTo(initially).check(sql`${self} in (0, 1)`),
  }),
  integer: (limits: Limits & { initially?: number } = {}): Column => ({
    kind: 'integer',
    rules: (build) =>
      limits.initially === undefined
        ? applyLimits(build, limits)
        : applyLimits(build, limits).defaultTo(limits.initially),
  }),
  /** Money in pence, up to ten million pounds; below zero only where `signed`, as in a ledger. */
  pence: (limits: Limits & { signed?: true } = {}): Column => ({
    kind: 'integer',
    rules: (build, self) =>
      applyLimits(build, limits).check(
        sql`${self} between ${sql.lit(limits.signed ? -1_000_000_000 : 0)} and 1000000000`,
      ),
  }),
  /** JSON as text, which is parsed with a zod schema when it is read. */
  json: (empty: '[]' | '{}'): Column => ({ kind: 'text', rules: (build) => build.notNull().defaultTo(empty) }),
};

function applyLimits(build: ColumnBuilder, { optional, unique }: Limits): ColumnBuilder {
  const present = optional ? build : build.notNull();
  return unique ? present.unique() : present;
}

function createPatternColumn(pattern: string, limits: Limits): Column {
  return {
    kind: 'text',
    rules: (build, self) => applyLimits(build, limits).check(sql`${self} like ${sql.lit(pattern)}`),
  };
}

export type TableBuilder = CreateTableBuilder<string, string>;

/**
 * Creates a function that creates tables with the same behaviour on both engines: STRICT on SQLite; byte order (COLLATE
 * "C") and 64 bits on PostgreSQL.
 */
export function createTableMaker<DB>(db: Kysely<DB>, engine: Engine) {
  return async function table(
    name: string,
    columns: Record<string, Column>,
    also: (table: TableBuilder) => TableBuilder = (table) => table,
  ): Promise<void> {
    let table: TableBuilder = db.schema.createTable(name);
    for (const [columnName, { kind, rules }] of Object.entries(columns)) {
      table = table.addColumn(columnName, columnType(kind, engine), (build) => rules(build, sql.ref(columnName)));
    }
    table = also(table);
    await (engine === 'sqlite' ? table.modifyEnd(sql`strict`) : table).execute();
  };
}

/**
 * Creates a function that adds columns to a table that has rows. Each column is optional, or has a default for existing
 * rows.
 */
export function createColumnAdder<DB>(db: Kysely<DB>, engine: Engine) {
  return async function addColumns(name: string, columns: Record<string, Column>): Promise<void> {
    for (const [columnName, { kind, rules }] of Object.entries(columns)) {
      await db.schema
        .alterTable(name)
        .addColumn(columnName, columnType(kind, engine), (build) => rules(build, sql.ref(columnName)))
        .execute();
    }
  };
}

function columnType(kind: Column['kind'], engine: Engine) {
  if (engine === 'sqlite') return kind;
  return kind === 'text' ? sql`text collate "C"` : ('bigint' as const);
}
