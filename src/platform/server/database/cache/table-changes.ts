import { IdentifierNode, type KyselyPlugin, type OperationNode, type RootOperationNode, TableNode } from 'kysely';
import type { DbReader, DbTransaction } from '../core/database.ts';
import type { TableChanges, Tables } from '../core/schema.ts';

/** The name under which a table's changes are counted. */
export const counterOf = (table: string): TableChanges => `table ${table}`;

/** Stands for all tables, since the tables in plain SQL aren't known. */
export const EVERY_TABLE = '*';

/** The tables that some cache depends on: for them, writes that the public doesn't see are counted too. */
const watched = new Set<string>();

/** Declares that a cache depends on these tables. */
export function watchTables(tables: readonly (keyof Tables)[]): void {
  for (const table of tables) watched.add(table);
}

/** The same handle, which adds the tables that it changes to `changed`. */
export const trackChangedTables = (tx: DbTransaction, changed: Set<string>): DbTransaction =>
  tx.withPlugin({
    transformQuery: ({ node }) => {
      for (const table of changedBy(node)) changed.add(table);
      return node;
    },
    transformResult: async ({ result }) => result,
  } satisfies KyselyPlugin);

function changedBy(node: RootOperationNode): string[] {
  if (node.kind === 'SelectQueryNode') return [];
  if (node.kind === 'InsertQueryNode') return [named(node.into)];
  if (node.kind === 'UpdateQueryNode') return [named(node.table)];
  if (node.kind === 'DeleteQueryNode') return node.from.froms.map(named);
  return [EVERY_TABLE];
}

function named(node: OperationNode | undefined): string {
  if (node === undefined || !TableNode.is(node)) return EVERY_TABLE;
  const { identifier } = node.table;
  return IdentifierNode.is(identifier) ? identifier.name : EVERY_TABLE;
}

/** Counts that these tables changed, in the transaction that changed them. */
export async function recordTableChanges(
  tx: DbTransaction,
  changed: ReadonlySet<string>,
  isPublic: boolean,
): Promise<void> {
  const counted = [...changed].filter((name) => isPublic || name === EVERY_TABLE || watched.has(name)).sort();
  if (counted.length === 0) return;
  await tx
    .insertInto('revision')
    .values(counted.map((name) => ({ name: counterOf(name), value: 1 })))
    .onConflict((on) => on.column('name').doUpdateSet((row) => ({ value: row('revision.value', '+', 1) })))
    .execute();
}

/** A text that changes with each write to one of these tables, in any process. */
export async function getTablesFingerprint(db: DbReader, tables: readonly (keyof Tables)[]): Promise<string> {
  const rows = await db
    .selectFrom('revision')
    .select(['name', 'value'])
    .where('name', 'in', [...tables, EVERY_TABLE].map(counterOf))
    .orderBy('name')
    .execute();
  return rows.map(({ name, value }) => `${name} ${value}`).join(', ');
}
