import { createHash } from 'node:crypto';
import type pg from 'pg';
import { getErrorCode } from '../core/database.ts';

/** The maximum number of statements that a process prepares on each of its connections. */
const maxPrepared = 200;
/** The maximum length of a prepared statement. Longer statements contain a list, so they rarely repeat. */
const maxPreparedLength = 4000;
/**
 * The maximum number of statements that are remembered as seen once. When it is exceeded, all of them are forgotten.
 */
const maxSeenOnce = 1000;

const RESULT_CHANGED = '0A000';

/**
 * Thrown if a prepared statement is older than a change of the schema. Its transaction is over, but a retry succeeds.
 */
export class StalePlanError extends Error {
  override name = 'StalePlanError';
}

/**
 * Lets PostgreSQL prepare the repeated statements of these pools, because parsing and planning takes longer than
 * running most statements. Each prepared statement has the same name on every connection. If another process changes
 * the schema, a prepared statement that no longer fits runs without a name from then on.
 */
export function prepareRepeatedStatements(pools: readonly pg.Pool[]): void {
  const names = new Map<string, string>();
  const seenOnce = new Set<string>();
  const unnamed = new Set<string>();

  function nameOf(text: string, values: unknown): string | undefined {
    const isPrepared = Array.isArray(values) && (values.length > 0 || text.startsWith('select '));
    if (!isPrepared || text.length > maxPreparedLength || unnamed.has(text)) return undefined;
    if (!names.has(text) && names.size < maxPrepared && hasBeenSeen(text))
      names.set(text, createHash('sha256').update(text).digest('base64url'));
    return names.get(text);
  }

  /**
   * Returns true if a statement has been seen before, so that preparing it is worthwhile. Without this check,
   * statements with lists of different lengths would use up the names.
   */
  function hasBeenSeen(text: string): boolean {
    if (seenOnce.delete(text)) return true;
    if (seenOnce.size >= maxSeenOnce) seenOnce.clear();
    seenOnce.add(text);
    return false;
  }

  function patchClient(client: pg.PoolClient): void {
    const ask = client.query.bind(client) as (...args: unknown[]) => Promise<unknown>;
    const query = async (text: string, values: unknown) => {
      const name = nameOf(text, values);
      if (name === undefined) return ask(text, values);
      try {
        return await ask({ name, text, values });
      } catch (error) {
        if (getErrorCode(error) !== RESULT_CHANGED) throw error;
        unnamed.add(text);
        return ask(text, values).catch(() => {
          throw new StalePlanError('A prepared statement is older than a schema change.', { cause: error });
        });
      }
    };
    Object.assign(client, {
      query: (...args: unknown[]) =>
        typeof args[0] === 'string' && args.length === 2 ? query(args[0], args[1]) : ask(...args),
    });
  }

  const patched = new WeakSet<pg.PoolClient>();
  for (const pool of pools) {
    pool.on('acquire', (client) => {
      if (patched.has(client)) return;
      patched.add(client);
      patchClient(client);
    });
  }
}
