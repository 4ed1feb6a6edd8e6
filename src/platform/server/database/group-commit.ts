import { AsyncLocalStorage } from 'node:async_hooks';
import type { Database as Handle } from 'better-sqlite3';
import type { Kysely } from 'kysely';
import type { Writing } from './database.ts';
import type { Tables } from './schema.ts';

/** For so many milliseconds others may join a transaction: those before them wait for their answers meanwhile. */
const open = 5;

/** A write that waits for its turn. */
interface Waiting {
  /** Does it, or none of it, as a part of the transaction. Answers what tells the caller, once that is committed. */
  join: (tx: Writing) => Promise<() => void>;
  /** Tells the caller that all of the transaction came to nothing. */
  fail: (error: unknown) => void;
}

/**
 * Runs writes one after the other, and commits those together that wait for each other: a commit waits for the disk, and
 * under a rush that is what most of the time goes into. Each is a savepoint of its own, so that one that is refused takes
 * nothing of the others with it, and nobody is told anything before the commit.
 * @param db over this very handle, which has one connection
 */
export function groupCommit(db: Kysely<Tables>, handle: Handle) {
  const waiting: Waiting[] = [];
  let isBusy = false;

  async function commitTogether(first: Waiting): Promise<void> {
    const joined = [first];
    const told: (() => void)[] = [];
    try {
      await db.transaction().execute(async (tx) => {
        const since = performance.now();
        told.push(await first.join(tx));
        while (performance.now() - since < open) {
          const next = waiting.shift();
          if (!next) break;
          joined.push(next);
          told.push(await next.join(tx));
        }
      });
    } catch (error) {
      for (const { fail } of joined) fail(error);
      return;
    }
    for (const tell of told) tell();
  }

  async function work(): Promise<void> {
    isBusy = true;
    for (let next = waiting.shift(); next; next = waiting.shift()) await commitTogether(next);
    isBusy = false;
  }

  return <T>(write: (tx: Writing) => Promise<T>): Promise<T> => {
    const { promise, resolve, reject } = Promise.withResolvers<T>();
    // Whoever is first does the work of the others, which is theirs all the same
    const asCaller = AsyncLocalStorage.snapshot();
    waiting.push({
      async join(tx) {
        handle.exec('savepoint one_write');
        let isOver = false;
        try {
          const result = await asCaller(
            write,
            whileIn(tx, () => isOver),
          );
          handle.exec('release one_write');
          return () => resolve(result);
        } catch (error) {
          // On a full disk SQLite rolls all of it back by itself
          if (!handle.inTransaction) throw error;
          handle.exec('rollback to one_write; release one_write');
          return () => reject(error);
        } finally {
          isOver = true;
        }
      },
      fail: reject,
    });
    if (!isBusy) void work();
    return promise;
  };
}

/** The same transaction, of no use once the write that got it is over, though others go on in it. */
const whileIn = (tx: Writing, isOver: () => boolean): Writing =>
  tx.withPlugin({
    transformQuery({ node }) {
      if (isOver()) throw new Error('A transaction was used after its write().');
      return node;
    },
    transformResult: async ({ result }) => result,
  });
