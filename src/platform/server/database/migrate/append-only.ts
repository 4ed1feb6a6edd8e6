import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Engine } from '../core/database.ts';

/**
 * Returns a function that makes the database itself refuse to change or remove a table's rows, even for other programs.
 * Only an erasure rule and `withoutTriggers` allow it. `unique` lists the sets of columns that are unique together,
 * apart from the id.
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
