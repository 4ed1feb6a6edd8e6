import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/**
 * Matches functions whose first argument names tables: Kysely's builders, its raw SQL, and caches that follow tables.
 */
const tableCallPattern =
  /\b(?:selectFrom|(?:inner|left|right|full|cross)Join(?:Lateral)?|(?:cross|outer)Apply|insertInto|replaceInto|updateTable|deleteFrom|mergeInto|using|sql\.table|cacheByTables)(?:<(?:[^<>]|<[^<>]*>)*>)?\(\s*/g;
/** Matches function names that other libraries use too, so that only a quoted table name counts. */
const possibleTableCallPattern = /\b(?:table|from|sql\.id|sql\.ref)\(\s*'(\w+)(?: as \w+)?'/g;

/** Matches table names in raw SQL, which may be a comma-separated list after `from`. */
const tableListPattern = /\bfrom\s+("?\w+"?(?:\s+(?:as\s+)?\w+)?(?:\s*,\s*"?\w+"?(?:\s+(?:as\s+)?\w+)?)*)/gi;
const singleTablePattern = /\b(?:join|into|update|using|truncate(?:\s+table)?)\s+"?(\w+)/gi;

/** Returns the position after the quoted text, template, bracket with its content, or other character at `at`. */
function endOf(source: string, at: number): number {
  const opening = source[at];
  if (opening === '`') return templateAt(source, at).end;
  if (opening === "'" || opening === '"') {
    let end = at + 1;
    while (end < source.length && source[end] !== opening) end += source[end] === '\\' ? 2 : 1;
    return end + 1;
  }
  if (opening && '([{'.includes(opening)) {
    let end = at + 1;
    while (end < source.length && !')]}'.includes(source[end] ?? '')) end = endOf(source, end);
    return end + 1;
  }
  return at + 1;
}

/** Returns a template's own text, with ` ? ` in place of each value, and the position after the template. */
function templateAt(source: string, at: number): { text: string; end: number } {
  let text = '';
  let end = at + 1;
  while (end < source.length && source[end] !== '`') {
    if (source.startsWith('${', end)) {
      text += ' ? ';
      end = endOf(source, end + 1);
    } else {
      text += source[end] === '\\' ? ' ' : source[end];
      end += source[end] === '\\' ? 2 : 1;
    }
  }
  return { text, end: end + 1 };
}

/** Returns the first argument of a call whose arguments begin at `at`. */
function argumentAt(source: string, at: number): string {
  let end = at;
  while (end < source.length && !',)'.includes(source[end] ?? '')) end = endOf(source, end);
  return source.slice(at, end).trim();
}

/** Returns the text of every piece of raw SQL, including pieces nested in the values of others. */
function rawSqlIn(source: string): string[] {
  const templates = Array.from(source.matchAll(/\bsql(?:<[^`]*?>)?(?=`)/g), (match) => {
    const { text } = templateAt(source, match.index + match[0].length);
    return text;
  });
  const given = Array.from(source.matchAll(/\bsql\.raw(?:<[^`(]*>)?\(\s*/g), (match) =>
    argumentAt(source, match.index + match[0].length),
  );
  return [...templates, ...given];
}

/** Returns the folder that owns a file's tables: a feature, or a folder of the platform's server. */
const ownerOf = (file: string) =>
  /^src\/features\/[^/]+\/[^/]+/.exec(file)?.[0] ?? /^src\/platform\/server\/[^/]+/.exec(file)?.[0] ?? dirname(file);

/**
 * Returns true for a file of the platform's server. Its general functions, such as the purge of the trash, receive the
 * names of tables from their owners, so an unknown table is no fault there.
 */
const isPlatformFile = (file: string) => file.startsWith('src/platform/server/');

/** Returns the tables that a file adds to the schema. */
function declaredIn(source: string): string[] {
  const declared = /^\s*(?:export )?interface Tables \{\n([^}]*)\}/m.exec(source)?.[1] ?? '';
  return Array.from(declared.matchAll(/^\s*(\w+):/gm), ([, table = '']) => table);
}

const quoted = (text: string) => Array.from(text.matchAll(/'(\w+)/g), ([, word = '']) => word);

/** Returns the value of a constant declared in the file; undefined if the file doesn't declare it. */
function constantOf(name: string, source: string): string | undefined {
  const value = new RegExp(`\\bconst ${name}\\b[^=;\\n]*?(?:=|\\bof\\b)\\s*(\\[[^\\]]*\\]|'\\w+'|\\w+\\b(?![\\w.(<]))`);
  return value.exec(source)?.[1];
}

/** Returns the tables that an argument names; undefined if it is a variable that could name any table. */
function tablesOf(argument: string, source: string, depth = 0): string[] | undefined {
  if (/^'/.test(argument)) return quoted(argument).slice(0, 1);
  if (argument.startsWith('[')) {
    const parts = argument.slice(1, argument.lastIndexOf(']')).split(',');
    const tables = parts.map((part) => part.trim().replace(/^\.\.\./, '')).filter(Boolean);
    const found = tables.map((part) => tablesOf(part, source, depth));
    return found.includes(undefined) ? undefined : found.flatMap((names) => names ?? []);
  }
  // An argument with a call is a query, or a part of one, that the table's owner provides. Its table is found in the
  // owner's file
  if (/[(]/.test(argument)) return [];
  if (!/^\w+$/.test(argument) || depth > 3) return undefined;
  const value = constantOf(argument, source);
  return value === undefined ? undefined : tablesOf(value, source, depth + 1);
}

/** Returns the tables that a file names, and the arguments whose table is unknown. */
function namedIn(source: string): { tables: Set<string>; unknown: string[] } {
  const tables = new Set<string>();
  const unknown: string[] = [];
  for (const match of source.matchAll(tableCallPattern)) {
    const argument = argumentAt(source, match.index + match[0].length);
    const found = tablesOf(argument, source);
    if (found === undefined) unknown.push(argument);
    for (const table of found ?? []) tables.add(table);
  }
  for (const [, table = ''] of source.matchAll(possibleTableCallPattern)) tables.add(table);
  for (const text of rawSqlIn(source)) {
    for (const [, list = ''] of text.matchAll(tableListPattern)) {
      for (const part of list.split(',')) tables.add(/\w+/.exec(part)?.[0] ?? '');
    }
    for (const [, table = ''] of text.matchAll(singleTablePattern)) tables.add(table);
  }
  return { tables, unknown };
}

/**
 * Returns a line for each table that is named in SQL outside the feature, or the folder of the platform, that declares
 * it, and for each table that two of them declare. Also returns a line for each place that takes a table from a variable
 * declared elsewhere, which can't be resolved. Other code has to call the table's owner. Migrations and tests may name
 * any table.
 */
export function findForeignTables(root: string): string[] {
  const sources = globSync('src/**/*.ts', { cwd: root })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => !/\.(test|child)\.ts$|^src\/migrations\//.test(file))
    .sort()
    .map((file) => ({ file, source: readFileSync(join(root, file), 'utf8') }));

  const owners = new Map<string, string>();
  const faults: string[] = [];
  for (const { file, source } of sources) {
    for (const table of declaredIn(source)) {
      const other = owners.get(table);
      if (other !== undefined) faults.push(`two-owners: ${table} is declared in ${other} and in ${ownerOf(file)}`);
      owners.set(table, ownerOf(file));
    }
  }

  for (const { file, source } of sources) {
    const { tables, unknown } = namedIn(source);
    for (const table of tables) {
      const owner = owners.get(table);
      if (owner !== undefined && owner !== ownerOf(file)) faults.push(`foreign-table: ${file} → ${table} of ${owner}`);
    }
    if (isPlatformFile(file)) continue;
    for (const argument of unknown) faults.push(`unknown-table: ${file} → ${argument} could be any table`);
  }
  return faults;
}
