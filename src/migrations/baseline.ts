import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import type { Migration } from '#platform/server/database/index.ts';

const read = (name: string) => readFileSync(join(import.meta.dirname, 'baseline', name), 'utf8');

/** Each statement begins at the start of a line, and no other line begins with one of these words. */
const statementsIn = (text: string) => text.split(/^(?=(?:create|alter|insert) )/m).filter((part) => !/^--/.test(part));

/**
 * Converts SQLite's definitions to PostgreSQL's, with text in byte order and integers of 64 bits, like `column` in the
 * platform.
 */
const toPostgres = (text: string) =>
  text
    .replaceAll(/^( {2}"\w+" text)\b/gm, '$1 collate "C"')
    .replaceAll(/^( {2}"\w+") integer\b/gm, '$1 bigint')
    .replaceAll(') strict;', ');');

/** Creates the database as it was at commit 55ba85be. Every later change is a separate migration. */
export const migration: Migration = {
  async up(db, { engine }) {
    const tables = read('tables.sql');
    const texts = engine === 'sqlite' ? [tables, read('sqlite.sql')] : [toPostgres(tables), read('postgres.sql')];
    for (const statement of texts.flatMap(statementsIn)) await sql.raw(statement).execute(db);
  },
};
