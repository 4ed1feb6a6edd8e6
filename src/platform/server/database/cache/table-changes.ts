import {
  ColumnNode,
  IdentifierNode,
  type KyselyPlugin,
  type OperationNode,
  type QueryResult,
  type RootOperationNode,
  TableNode,
  type UnknownRow,
  type WithNode,
} from 'kysely';
import type { DbReader, DbTransaction } from '../core/database.ts';
import type {
  RevisionName,
  RevisionTable,
  TableCounterName,
  Tables,
  TableVisibility,
  Visibility,
  VisibilityByColumn,
} from '../core/schema.ts';

/** The name under which a table's changes are counted. */
export const getTableCounterName = (table: string): TableCounterName => `table ${table}`;

/** Represents all tables, because it isn't known which tables a plain SQL statement changes. */
export const EVERY_TABLE = '*';

/** A table that a statement changes, and the columns that it sets. Without `columns`, it may set all of them. */
interface TableChange {
  table: string;
  columns?: readonly string[];
}

type VisibilityOf = (change: TableChange) => readonly Visibility[];

/**
 * Creates a registry of the declared visibility of tables. A table without a declaration counts as public, so that no
 * cached page is ever stale.
 */
export function createVisibilityRegistry() {
  const declared = new Map<string, VisibilityByColumn>();
  return {
    declare(tables: TableVisibility): void {
      for (const [table, visibility] of Object.entries(tables)) {
        declared.set(table, typeof visibility === 'string' ? { rows: visibility, columns: {} } : visibility);
      }
    },
    of({ table, columns }: TableChange): readonly Visibility[] {
      const { rows, columns: own } = declared.get(table) ?? { rows: 'public', columns: {} };
      return columns === undefined ? [rows] : columns.map((column) => own[column] ?? rows);
    },
  };
}

/**
 * The name of a counter that a change increases: the revision of the changed data, or the change count of a public
 * table.
 */
type Counter = RevisionName | TableCounterName;

/** Returns a handle that works like `tx`. The counters that its changes have to increase are added to `counters`. */
function trackChanges(tx: DbTransaction, visibilityOf: VisibilityOf, counters: Set<Counter>): DbTransaction {
  const underWay = new WeakMap<object, readonly Counter[]>();
  const increase = (also: readonly Counter[]) => {
    for (const counter of also) counters.add(counter);
  };
  return tx.withPlugin({
    transformQuery: ({ node, queryId }) => {
      const increased = listChanges(node).flatMap((change) =>
        visibilityOf(change).flatMap((visibility) => countersOf(change, visibility)),
      );
      // Plain SQL may have changed rows even if its result has no number of changed rows
      if (node.kind === 'RawNode') increase(increased);
      else if (increased.length > 0) underWay.set(queryId, increased);
      return node;
    },
    transformResult: async ({ result, queryId }) => {
      if (hasChangedRows(result)) increase(underWay.get(queryId) ?? []);
      return result;
    },
  } satisfies KyselyPlugin);
}

const countersOf = ({ table }: TableChange, visibility: Visibility): readonly Counter[] => {
  if (visibility === 'private') return [];
  return visibility === 'public' ? ['public', getTableCounterName(table)] : [visibility];
};

/**
 * Returns true if a statement has changed rows. On SQLite, the result of a statement that returns rows doesn't have the
 * number of changed rows, so the returned rows are counted.
 */
const hasChangedRows = ({ numAffectedRows, rows }: QueryResult<UnknownRow>) =>
  numAffectedRows === undefined ? rows.length > 0 : numAffectedRows > 0n;

function listChanges(node: OperationNode): TableChange[] {
  const { with: also } = node as RootOperationNode & { with?: WithNode };
  return [...listOwnChanges(node), ...(also?.expressions ?? []).flatMap(({ expression }) => listChanges(expression))];
}

function listOwnChanges(node: OperationNode): TableChange[] {
  const root = node as RootOperationNode;
  if (root.kind === 'SelectQueryNode') return [];
  if (root.kind === 'InsertQueryNode') return [{ table: tableName(root.into) }];
  if (root.kind === 'DeleteQueryNode') return root.from.froms.map((from) => ({ table: tableName(from) }));
  if (root.kind !== 'UpdateQueryNode') return [{ table: EVERY_TABLE }];
  const columns = root.updates?.map(({ column }) => (ColumnNode.is(column) ? column.column.name : '*')) ?? [];
  return [{ table: tableName(root.table), columns }];
}

function tableName(node: OperationNode | undefined): string {
  if (node === undefined || !TableNode.is(node)) return EVERY_TABLE;
  const { identifier } = node.table;
  return IdentifierNode.is(identifier) ? identifier.name : EVERY_TABLE;
}

/** Returns a text that changes with each write to one of these public tables, in any process. */
export async function getTablesFingerprint(db: DbReader, tables: readonly (keyof Tables)[]): Promise<string> {
  const rows = await db
    .selectFrom('revision')
    .select(['name', 'value'])
    .where('name', 'in', [...tables, EVERY_TABLE].map(getTableCounterName))
    .orderBy('name')
    .execute();
  return rows.map(({ name, value }) => `${name} ${value}`).join(', ');
}

/**
 * Runs `work`, then increases the counters that its changes affect, in the same transaction, so that others see all of
 * it or nothing. If a counter is increased, `reserve` runs directly before that.
 */
export async function runAndIncreaseRevisions<T>(
  tx: DbTransaction,
  work: (tx: DbTransaction) => Promise<T>,
  visibilityOf: VisibilityOf,
  reserve?: () => Promise<void>,
): Promise<T> {
  const counters = new Set<RevisionTable['name']>();
  const result = await work(trackChanges(tx, visibilityOf, counters));
  if (counters.size > 0) {
    await reserve?.();
    await tx
      .insertInto('revision')
      .values([...counters].sort().map((name) => ({ name, value: 1 })))
      .onConflict((on) => on.column('name').doUpdateSet((row) => ({ value: row('revision.value', '+', 1) })))
      .execute();
  }
  return result;
}

/** This query runs with every request, so it leaves out the counters of single tables. */
export const revisionsQuery = "select name, value from revision where name in ('public', 'sales')";

/** Adds up the public revision and the revisions in `others`, from the table's rows. */
export const sumRevisions = (rows: readonly RevisionTable[], others: readonly RevisionTable['name'][] = []): number =>
  rows.reduce((sum, { name, value }) => (name === 'public' || others.includes(name) ? sum + value : sum), 0);

/**
 * Returns the public revision as this handle sees it. A write increases the revision only at its end, so within the
 * write the number doesn't count its own changes.
 */
export async function findPublicRevision(db: DbReader): Promise<number> {
  const { value } = await db
    .selectFrom('revision')
    .select('value')
    .where('name', '=', 'public')
    .executeTakeFirstOrThrow();
  return value;
}

interface CacheContext {
  db: DbReader;
  revision: number;
}

interface CacheEntry<Made> {
  /** The revision at which the value was last known to be current. */
  revision: number;
  changes: string;
  also: string;
  made: Promise<Made>;
}

/**
 * Caches a value derived from these public tables, or from everything that is public, until one of the tables changes,
 * or the result of `also` changes, such as the society's name or the day. If a value takes long to compute, name its
 * tables. Otherwise a new post, for example, causes the whole archive to be read again. Each process has its own cache.
 */
export function cacheByTables<View extends CacheContext, Made>(
  tables: readonly (keyof Tables)[] | 'public',
  also: (view: View) => string,
  make: (view: View) => Promise<Made>,
): (view: View) => Promise<Made> {
  const cached = new WeakMap<DbReader, CacheEntry<Made>>();
  const valid = (db: DbReader, fits: (known: CacheEntry<Made>) => boolean) => {
    const known = cached.get(db);
    return known && fits(known) ? known : undefined;
  };
  return async (view) => {
    const { db, revision } = view;
    const besides = also(view);
    // If the revision is the same, no public table has changed
    const same = valid(db, (known) => known.revision === revision && known.also === besides);
    if (same) return same.made;
    // Read before the value is computed, so that a change in the meantime makes the value stale
    const changes = tables === 'public' ? `${revision}` : await getTablesFingerprint(db, tables);
    const still = valid(db, (known) => known.changes === changes && known.also === besides);
    if (still) {
      still.revision = revision;
      return still.made;
    }
    const made = make(view);
    cached.set(db, { revision, changes, also: besides, made });
    // A failure isn't cached: the next visit tries again
    made.catch(() => {
      if (cached.get(db)?.made === made) cached.delete(db);
    });
    return made;
  };
}
