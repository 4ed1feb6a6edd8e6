import { createHash } from 'node:crypto';
import { pipeline } from 'node:stream/promises';
import {
  type Migrations,
  restoreDatabase,
  type Snapshot,
  type SqlValue,
  type TableContent,
} from '../database/index.ts';
import type { FileStorage } from '../storage/storage.ts';
import { BackupError } from './manifest.ts';
import type { Backup } from './read-backup.ts';

/**
 * Restores a backup into an empty database and storage, on either engine. Rows are restored last: all of them, or none.
 * If the restore fails, the caller must empty the storage again.
 *
 * @throws BackupError if the backup is damaged, DatabaseSetupError if it can't be restored into this database
 */
export async function restoreBackup(
  backup: Backup,
  {
    storage,
    place,
    migrations,
  }: { storage: Pick<FileStorage, 'put'>; place: { url?: string | undefined; file: string }; migrations: Migrations },
): Promise<void> {
  // The secret is read before anything is stored, so that a damaged secret ends the restore early: nobody could decrypt
  // the data without it
  await backup.secret();
  for await (const { key, open } of backup.files()) {
    if ((await storage.put(await open())).key !== key) throw createMismatchError(key);
  }
  await restoreDatabase(place, migrations, {
    ...{ recorded: backup.contents.migrations, version: backup.contents.version },
    tables: backup.tables(),
  });
}

/**
 * Reads a whole backup to check it, and writes nothing.
 * @throws BackupError if it is damaged
 */
export async function checkBackup(backup: Backup): Promise<void> {
  for await (const { key, open } of backup.files()) {
    const hash = createHash('sha256');
    await pipeline(await open(), hash);
    if (hash.digest('hex') !== key) throw createMismatchError(key);
  }
  for await (const { rows } of backup.tables()) for await (const _row of rows);
  await backup.secret();
}

const createMismatchError = (key: string) =>
  new BackupError(`The backup is damaged: files/${key} doesn’t match what was stored. Use another backup.`);

/** The values of one row by column. */
export type RowValues = Readonly<Record<string, SqlValue | undefined>>;

/** The rule by which the rows of a table are compared. */
export interface ComparisonRule {
  /** The column that identifies a row. */
  key: string;
  /** Returns the amount of money of a row, in pence. */
  amount?: (row: RowValues) => number;
}

/**
 * The differences between a table and the backup: the numbers of rows that only the present data has (`added`), that
 * differ (`changed`), and that only the backup has (`removed`).
 */
export interface TableDifference {
  table: string;
  added: number;
  /** The added rows' money, in pence. */
  amount: number;
  changed: number;
  removed: number;
}

/** Columns that change without anybody changing the row's content. */
const incidental = /^(version|updated_.*|last_.*|.*_version)$/;

/**
 * Compares the present data with a backup, table by table. Tables without differences are left out. Changes of rows are
 * only counted if the same migrations have run in both: an upgrade changes rows too.
 *
 * @param rules returns the rule for a table; undefined if its rows aren't compared
 * @throws BackupError if the backup is damaged
 */
export async function compareBackup(
  backup: Backup,
  present: Snapshot,
  rules: (table: string) => ComparisonRule | undefined,
): Promise<TableDifference[]> {
  const isSameVersion = present.migrations.join() === backup.contents.migrations.join();
  const differences: TableDifference[] = [];
  const compared = new Set<string>();
  const compare = async (table: string, then: Map<SqlValue, string>) => {
    compared.add(table);
    const rule = rules(table);
    if (!rule || !present.tables.includes(table)) return;
    const result = { table, added: 0, amount: 0, changed: 0, removed: 0 };
    for await (const row of readRows(await present.read(table))) {
      const key = row[rule.key] ?? null;
      const before = then.get(key);
      then.delete(key);
      if (before === undefined) {
        result.added += 1;
        result.amount += rule.amount?.(row) ?? 0;
      } else if (isSameVersion && before !== summarise(row)) result.changed += 1;
    }
    result.removed = then.size;
    differences.push(result);
  };
  for await (const content of backup.tables()) {
    const rule = rules(content.table);
    const then = new Map<SqlValue, string>();
    for await (const row of readRows(content)) if (rule) then.set(row[rule.key] ?? null, summarise(row));
    await compare(content.table, then);
  }
  for (const table of present.tables) if (!compared.has(table)) await compare(table, new Map());
  return differences.filter(({ added, changed, removed }) => added + changed + removed > 0);
}

async function* readRows({ columns, rows }: TableContent): AsyncGenerator<RowValues> {
  for await (const row of rows) yield Object.fromEntries(columns.map((column, index) => [column, row[index]]));
}

function summarise(row: RowValues): string {
  const content = Object.entries(row).filter(([column]) => !incidental.test(column));
  // The two engines list columns in different orders
  return createHash('sha256').update(JSON.stringify(content.sort())).digest('base64');
}
