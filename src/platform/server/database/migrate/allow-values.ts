import { type Kysely, sql } from 'kysely';
import type { Engine } from '../core/database.ts';
import { withoutTriggers } from '../core/empty-tables.ts';

/**
 * Changes the values that a `column.oneOf` of a table with rows may hold. Rows, indexes and triggers stay as they are.
 */
export function valuesAllower<DB>(db: Kysely<DB>, engine: Engine) {
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

/** SQLite can't change a constraint: the rows move to a new table, which then takes the old one's name. */
async function rebuildTable<DB>(db: Kysely<DB>, table: string, from: string, to: string): Promise<void> {
  const stored = await sql<{ type: string; sql: string }>`
    select type, sql from sqlite_master where tbl_name = ${table} and type in ('table', 'index') and sql is not null
  `.execute(db);
  const definition = stored.rows.find(({ type }) => type === 'table')?.sql ?? '';
  const rebuilt = `${table}_rebuilt`;
  const changed = definition.replace(from, to).replace(`"${table}"`, `"${rebuilt}"`);
  if (!definition.includes(from) || !changed.includes(rebuilt)) throw new Error(`${table} doesn’t say: ${from}`);
  await withoutTriggers(db, 'sqlite', [table], async () => {
    await sql.raw(changed).execute(db);
    await sql`insert into ${sql.table(rebuilt)} select * from ${sql.table(table)} order by rowid`.execute(db);
    await sql`drop table ${sql.table(table)}`.execute(db);
    await sql`alter table ${sql.table(rebuilt)} rename to ${sql.table(table)}`.execute(db);
    for (const index of stored.rows.filter(({ type }) => type === 'index')) await sql.raw(index.sql).execute(db);
  });
}
