import { type Kysely, type QueryExecutorProvider, sql } from 'kysely';
import type { DbTransaction, Engine } from './database.ts';
import type { Tables } from './schema.ts';

/** Tables that every database needs. */
const own: readonly (keyof Tables)[] = ['migration', 'revision', 'data_key'];

/**
 * Deletes every row of every table, except of those that every database needs and of those in `keep`. Tables in `keep`
 * must not refer to emptied tables. Used to reset a society; it can't be undone.
 */
export async function emptyTables(
  tx: DbTransaction,
  { engine, keep }: { engine: Engine; keep: readonly (keyof Tables)[] },
): Promise<void> {
  const spared = new Set<string>([...own, ...keep]);
  const names = (await listTables(tx, engine)).filter((name) => !spared.has(name));
  await withoutTriggers(tx, engine, names, () => deleteAllRows(tx, engine, names));
}

/** Lists the names of all tables, without views. */
export async function listTables(db: QueryExecutorProvider, engine: Engine): Promise<string[]> {
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

/** Runs `work` while the triggers of these tables are suspended, because they protect the append-only ones. */
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
