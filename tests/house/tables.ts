import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Where Kysely takes names of tables: one, or several in brackets. */
const named =
  /\b(?:selectFrom|(?:inner|left|right|full|cross)Join|insertInto|replaceInto|updateTable|deleteFrom|using|mergeInto|table)\(\s*(?:\[([^\]]*)\]|'(\w+))/g;
const rawSql = /\bsql(?:<[^`]*>)?`([^`]*)`/g;

/** What owns tables: a feature, or a folder of the platform's server. */
const roomOf = (file: string) =>
  /^src\/features\/[^/]+/.exec(file)?.[0] ?? /^src\/platform\/server\/[^/]+/.exec(file)?.[0] ?? dirname(file);

/** The tables that a file adds to the schema. */
function declaredIn(source: string): string[] {
  const declared = /^\s*(?:export )?interface Tables \{\n([^}]*)\}/m.exec(source)?.[1] ?? '';
  return Array.from(declared.matchAll(/^\s*(\w+):/gm), ([, table = '']) => table);
}

/** Every word of a file in a place where a table is named. */
function namedIn(source: string): Set<string> {
  const built = Array.from(source.matchAll(named), ([, several, one = '']) =>
    several === undefined ? [one] : Array.from(several.matchAll(/'(\w+)/g), ([, table = '']) => table),
  );
  const raw = Array.from(source.matchAll(rawSql), ([, text = '']) =>
    Array.from(text.matchAll(/\b(?:from|join|into|update)\s+"?(\w+)/gi), ([, word = '']) => word),
  );
  return new Set([...built.flat(), ...raw.flat()]);
}

/**
 * A line for each table that is named in SQL outside the folder whose `tables.ts` declares it, and for each that two
 * declare. Others ask the owner. Migrations and tests may name any table.
 */
export function foreignTables(house: string): string[] {
  const sources = globSync('src/{features,platform,demo}/**/*.ts', { cwd: house })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => !/\.(test|child)\.ts$/.test(file))
    .sort()
    .map((file) => ({ file, source: readFileSync(join(house, file), 'utf8') }));

  const owners = new Map<string, string>();
  const faults: string[] = [];
  for (const { file, source } of sources) {
    for (const table of declaredIn(source)) {
      const other = owners.get(table);
      if (other !== undefined) faults.push(`two-owners: ${table} is declared in ${other} and in ${roomOf(file)}`);
      owners.set(table, roomOf(file));
    }
  }

  for (const { file, source } of sources) {
    for (const table of namedIn(source)) {
      const owner = owners.get(table);
      if (owner !== undefined && owner !== roomOf(file)) faults.push(`foreign-table: ${file} → ${table} of ${owner}`);
    }
  }
  return faults;
}
