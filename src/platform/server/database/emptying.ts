import { sql } from 'kysely';
import type { Database, Writing } from './database.ts';
import type { Tables } from './schema.ts';

/** What the database has to know about itself, whatever else is in it. */
const own: readonly (keyof Tables)[] = ['migration', 'revision'];

/**
 * Deletes every row of every table except those to keep, which must not refer to any of the others. For a society that
 * starts afresh: there is no way back.
 */
export async function emptyTables(
  tx: Writing,
  { engine, keep }: { engine: Database['engine']; keep: readonly (keyof Tables)[] },
): Promise<void> {
  const listing =
    engine === 'sqlite'
      ? sql<{ name: string }>`select name from sqlite_master where type = 'table' and name not like 'sqlite_%'`
      : sql<{ name: string }>`select table_name as name from information_schema.tables
          where table_schema = current_schema() and table_type = 'BASE TABLE'`;
  const spared = new Set<string>([...own, ...keep]);
  const { rows } = await listing.execute(tx);
  const names = rows.map(({ name }) => name).filter((name) => !spared.has(name));
  // Triggers keep append-only tables as they are; they are lifted for as long as this takes
  if (engine === 'postgres') {
    for (const name of names) await sql`alter table ${sql.table(name)} disable trigger user`.execute(tx);
    // All in one statement: only so may tables that refer to each other be emptied
    await sql`truncate ${sql.join(names.map((name) => sql.table(name)))}`.execute(tx);
    for (const name of names) await sql`alter table ${sql.table(name)} enable trigger user`.execute(tx);
    return;
  }
  const { rows: triggers } = await sql<{ name: string; tbl_name: string; sql: string }>`
    select name, tbl_name, sql from sqlite_master where type = 'trigger'`.execute(tx);
  const lifted = triggers.filter(({ tbl_name }) => names.includes(tbl_name));
  await sql`pragma defer_foreign_keys = on`.execute(tx);
  for (const { name } of lifted) await sql`drop trigger ${sql.ref(name)}`.execute(tx);
  for (const name of names) await sql`delete from ${sql.table(name)}`.execute(tx);
  for (const trigger of lifted) await sql.raw(trigger.sql).execute(tx);
}
