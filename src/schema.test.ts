import { globSync, readFileSync } from 'node:fs';
import { sql } from 'kysely';
import { expect } from 'vitest';
import type { Database } from '#platform/server/database/index.ts';
import { onEachEngine } from '#tests/support/engines.ts';

/** What `tables.ts` of all folders declare: of each table its columns, those that may be null with a question mark. */
function declared(): Record<string, string[]> {
  const files = ['src/platform/server/database/schema.ts', ...globSync('src/{features,platform}/**/tables.ts')];
  const interfaces = new Map<string, { base: string; columns: string[] }>();
  const tables = new Map<string, string>();
  for (const file of files) {
    const source = readFileSync(file, 'utf8');
    for (const [, indent = '', name = '', base = '', body = ''] of source.matchAll(
      /^( *)(?:export )?interface (\w+)(?: extends (\w+))? \{\n([\s\S]*?)^\1\}/gm,
    )) {
      const fields = [...body.matchAll(new RegExp(`^${indent}  (\\w+): (.+);$`, 'gm'))];
      if (name === 'Tables') for (const [, table = '', type = ''] of fields) tables.set(table, type);
      else {
        const columns = fields.map(([, column, type = '']) => (/\bnull\b/.test(type) ? `${column}?` : `${column}`));
        interfaces.set(name, { base, columns });
      }
    }
  }
  const columnsOf = (name: string): string[] => {
    const found = interfaces.get(name);
    return found ? [...columnsOf(found.base), ...found.columns] : [];
  };
  return Object.fromEntries([...tables].sort().map(([table, type]) => [table, columnsOf(type).sort()]));
}

/** What the migrations have made, in the same words. */
async function migrated({ engine, read }: Database): Promise<Record<string, string[]>> {
  const asked =
    engine === 'sqlite'
      ? sql<{ table: string; column: string; nullable: number | boolean }>`
          select m.name as "table", c.name as "column", c."notnull" = 0 and c.pk = 0 as nullable
          from sqlite_master as m, pragma_table_info(m.name) as c
          where m.type = 'table' and m.name not like 'sqlite_%'`
      : sql<{ table: string; column: string; nullable: number | boolean }>`
          select c.table_name as "table", c.column_name as "column", c.is_nullable = 'YES' as nullable
          from information_schema.columns as c join information_schema.tables as t
            on t.table_schema = c.table_schema and t.table_name = c.table_name and t.table_type = 'BASE TABLE'
          where c.table_schema = current_schema()`;
  const { rows } = await asked.execute(read);
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

onEachEngine('the tables that the code knows are those in the database, column by column', async ({ db }) => {
  const known = declared();
  expect(Object.keys(known).length).toBeGreaterThan(30);
  expect(await migrated(db)).toEqual(known);
});
