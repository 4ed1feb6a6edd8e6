import { globSync, readFileSync } from 'node:fs';
import { sql } from 'kysely';
import { expect } from 'vitest';
import type { Database } from '#platform/server/database/index.ts';
import { onEachEngine } from '#tests/support/site/engines.ts';
import { contributions } from '#tests/support/society/contributions.ts';

/** Lists the columns of each table declared in the code; nullable ones have a question mark. */
function listDeclaredColumns(): Record<string, string[]> {
  const files = globSync('src/{features,platform}/**/*.ts', { exclude: (file) => file.endsWith('.test.ts') });
  const declaresTables = (source: string) => /^ *(export )?interface Tables\b/m.test(source);
  // A table's interface may extend one from another file. If two interfaces share a name, the one in a file that
  // declares tables counts
  const sources = files
    .map((file) => readFileSync(file, 'utf8'))
    .sort((one, other) => Number(declaresTables(one)) - Number(declaresTables(other)));
  const interfaces = new Map<string, { base: string; columns: string[] }>();
  const tables = new Map<string, string>();
  for (const source of sources) {
    for (const [, indent = '', name = '', base = '', body = ''] of source.matchAll(
      /^( *)(?:export )?interface (\w+)(?: extends (\w+))? \{\n([\s\S]*?)^\1\}/gm,
    )) {
      const fields = [...body.matchAll(new RegExp(`^${indent}  (\\w+)\\??: (.+);$`, 'gm'))];
      if (name === 'Tables') for (const [, table = '', type = ''] of fields) tables.set(table, type);
      else {
        const columns = fields.map(([, column, type = '']) => (/\bnull\b/.test(type) ? `${column}?` : `${column}`));
        interfaces.set(name, { base, columns });
      }
    }
  }
  const columnsOf = (name: string): string[] => {
    const live = /^LiveRow<(\w+)>$/.exec(name)?.[1];
    if (live) return columnsOf(live).filter((column) => !/^deleted_(at|by)\b/.test(column));
    const found = interfaces.get(name);
    return found ? [...columnsOf(found.base), ...found.columns] : [];
  };
  return Object.fromEntries([...tables].sort().map(([table, type]) => [table, columnsOf(type).sort()]));
}

/**
 * Lists the columns created by the migrations, in the same format. A view’s column is nullable if its table’s column
 * is.
 */
async function listMigratedColumns({ engine, read }: Database): Promise<Record<string, string[]>> {
  const statements =
    engine === 'sqlite'
      ? sql<{ table: string; column: string; nullable: number | boolean }>`
          select m.name as "table", c.name as "column", t."notnull" = 0 and t.pk = 0 as nullable
          from sqlite_master as m, pragma_table_info(m.name) as c, pragma_table_info(iif(
            m.type = 'view', m.name || '_with_deleted', m.name)) as t
          where m.type in ('table', 'view') and m.name not like 'sqlite_%' and t.name = c.name`
      : sql<{ table: string; column: string; nullable: number | boolean }>`
          select m.table_name as "table", c.column_name as "column", t.is_nullable = 'YES' as nullable
          from information_schema.tables as m
          join information_schema.columns as c on c.table_schema = m.table_schema and c.table_name = m.table_name
          join information_schema.columns as t on t.table_schema = m.table_schema and t.column_name = c.column_name
            and t.table_name = case m.table_type when 'VIEW' then m.table_name || '_with_deleted' else m.table_name end
          where m.table_schema = current_schema()`;
  const { rows } = await statements.execute(read);
  const tables = Map.groupBy(rows, ({ table }) => table);
  return Object.fromEntries(
    [...tables]
      .map(([table, columns]): [string, string[]] => [
        table,
        columns.map(({ column, nullable }) => (nullable ? `${column}?` : column)).sort(),
      ])
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  );
}

onEachEngine('the tables declared in the code match the database, column by column', async ({ db }) => {
  const known = listDeclaredColumns();
  expect(Object.keys(known).length).toBeGreaterThan(30);
  expect(await listMigratedColumns(db)).toEqual(known);
});

onEachEngine('a table that keeps deleted rows is read through a view without those rows', async ({ db }) => {
  const tables = Object.entries(await listMigratedColumns(db));
  const deletable = tables.filter(([, columns]) => columns.some((column) => /^deleted_/.test(column)));
  const kinds = contributions('trash').map(({ table }) => table);
  expect(deletable.map(([name]) => name)).toEqual(kinds.toSorted());
  for (const table of kinds) {
    const view = table.replace('_with_deleted', '');
    const { rows } = await sql<{ definition: string }>`${
      db.engine === 'sqlite'
        ? sql`select sql as definition from sqlite_master where type = 'view' and name = ${view}`
        : sql`select definition from pg_views where schemaname = current_schema() and viewname = ${view}`
    }`.execute(db.read);
    expect(rows[0]?.definition).toMatch(/where \(?(\w+\.)?deleted_at is null\)?;?$/i);
  }
});
