import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Engine } from './database.ts';

/** Has the database itself refuse to change or remove a table's rows, whoever asks: there is no way back. */
export function appendOnlyMaker<DB>(db: Kysely<DB>, engine: Engine) {
  return async function appendOnly(table: string): Promise<void> {
    for (const step of engine === 'sqlite' ? sqliteSteps(table) : postgresSteps(table)) await step.execute(db);
  };
}

const said = (table: string) => sql.lit(`rows of ${table} are added, and never changed`);

const sqliteSteps = (table: string): RawBuilder<unknown>[] => {
  const refused = sql`begin select raise(abort, ${said(table)}); end`;
  const before = (change: 'update' | 'delete' | 'insert') =>
    sql`create trigger ${sql.ref(`${table}_takes_no_${change}`)} before ${sql.raw(change)} on ${sql.table(table)}`;
  // SQLite's "insert or replace" removes the row that stands in its way without asking the trigger on delete
  const there = sql`exists (select 1 from ${sql.table(table)} where id = new.id or rowid = new.rowid)`;
  return [
    sql`${before('update')} ${refused}`,
    sql`${before('delete')} ${refused}`,
    sql`${before('insert')} when ${there} ${refused}`,
  ];
};

const postgresSteps = (table: string): RawBuilder<unknown>[] => [
  sql`create function ${sql.ref(`${table}_takes_no_change`)}() returns trigger language plpgsql as
      $$ begin raise exception using message = ${said(table)}, errcode = 'restrict_violation'; end $$`,
  sql`create trigger ${sql.ref(`${table}_takes_no_change`)} before update or delete or truncate on ${sql.table(table)}
      for each statement execute function ${sql.ref(`${table}_takes_no_change`)}()`,
];
