// The negative control for tests of races: a box office that sells a ticket after only counting the tickets sold, and
// so oversells.
import BetterSqlite from 'better-sqlite3';
import { Kysely, type KyselyPlugin, type RootOperationNode, SqliteDialect, sql } from 'kysely';
import type { Tables } from '#platform/server/database/core/schema.ts';
import { createKysely, createPool } from '#platform/server/database/engines/postgres-connections.ts';
import type { Database, DbTransaction } from '#platform/server/database/index.ts';

/** The beginning of the condition in `src/features/box-office/performances/server/places.ts` that a place is free. */
const guard = '(taken_by is null or held_until <= ';

/**
 * The condition that fewer tickets are sold than there are places. It doesn't prevent overselling if two buyers count
 * at the same time.
 */
const counted = sql<boolean>`(select count(*) from ticket where ticket.performance_id = place.performance_id and given_back_at is null) < (select count(*) from place as room where room.performance_id = place.performance_id)`;
const always = sql<boolean>`1 = 1`;

interface Raw {
  kind: 'RawNode';
  sqlFragments: readonly string[];
}

const isGuard = (node: unknown): node is Raw =>
  typeof node === 'object' && node !== null && 'sqlFragments' in node && (node as Raw).sqlFragments[0] === guard;

/** Returns a query with another condition in place of the guard. */
function replaceGuard<Node>(node: Node, instead: unknown): Node {
  if (isGuard(node)) return instead as Node;
  if (Array.isArray(node)) return node.map((one) => replaceGuard(one, instead)) as Node;
  if (typeof node !== 'object' || node === null) return node;
  return Object.fromEntries(Object.entries(node).map(([key, value]) => [key, replaceGuard(value, instead)])) as Node;
}

/**
 * Creates a database that doesn't protect places: the writes of a transaction aren't atomic, and a buyer who has
 * counted the free places takes one even if it has been taken in the meantime.
 *
 * @param afterCount is awaited after each count, so that other buyers can count at the same time
 */
export async function createUnguardedDatabase(
  db: Database,
  { url, file }: { url?: string | undefined; file: string },
  afterCount: () => Promise<unknown>,
): Promise<Database> {
  const pool = url ? await createPool(url, 8, 10_000) : undefined;
  const handle = pool ? undefined : new BetterSqlite(file);
  handle?.pragma('busy_timeout = 5000');
  const plain = pool
    ? createKysely<Tables>(pool, 'select 1')
    : new Kysely<Tables>({ dialect: new SqliteDialect({ database: handle as BetterSqlite.Database }) });
  const counting = new WeakSet<object>();
  const careless: KyselyPlugin = {
    transformQuery({ node, queryId }) {
      if (node.kind === 'SelectQueryNode') {
        const query = replaceGuard<RootOperationNode>(node, counted.toOperationNode());
        if (JSON.stringify(query) !== JSON.stringify(node)) counting.add(queryId);
        return query;
      }
      return node.kind === 'UpdateQueryNode' ? replaceGuard<RootOperationNode>(node, always.toOperationNode()) : node;
    },
    async transformResult({ result, queryId }) {
      if (counting.has(queryId)) await afterCount();
      return result;
    },
  };
  const loose = plain.withPlugin(careless);
  return {
    ...db,
    write: (work) => work(loose as unknown as DbTransaction),
    close: async () => {
      await loose.destroy();
      await db.close();
    },
  };
}
