import { AsyncLocalStorage } from 'node:async_hooks';
import type { Database as Handle } from 'better-sqlite3';
import type { Kysely } from 'kysely';
import type { Writing } from './database.ts';
import type { Tables } from './schema.ts';

/** For so many milliseconds others may join a transaction: those before them wait for their answers meanwhile. */
const open = 5;

/** A write that waits for its turn. */
interface QueuedWrite {
  /** Does it as the first in a transaction, which is over where this throws. Answers what tells the caller of the end. */
  begin: (tx: Writing) => Promise<() => void>;
  /** Does it, or none of it, as a part of the transaction of others. */
  join: (tx: Writing) => Promise<() => void>;
  /** Tells the caller that all of the transaction came to nothing. */
  fail: (error: unknown) => void;
}

/**
 * Runs writes one after the other, and commits those together that wait for each other: a commit takes longer than most
 * writes. Whoever joins does so as a savepoint, so that one that is refused takes nothing of the others with it, and nobody
 * is told anything before the disk has it. The next write doesn't wait for that.
 * @param db over this very handle, which has one connection
 * @param flush resolves when the disk has all that is committed
 */
export function groupCommit(db: Kysely<Tables>, handle: Handle, flush: () => Promise<void>) {
  const waiting: QueuedWrite[] = [];
  let isBusy = false;

  async function commitTogether(first: QueuedWrite): Promise<void> {
    const joined = [first];
    const told: (() => void)[] = [];
    try {
      await db.transaction().execute(async (tx) => {
        const since = performance.now();
        told.push(await first.begin(tx));
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
    flush().then(
      () => {
        for (const tell of told) tell();
      },
      (error) => {
        for (const { fail } of joined) fail(error);
      },
    );
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
    const done = async (tx: Writing) => {
      let isOver = false;
      try {
        const result = await asCaller(
          write,
          whileIn(tx, () => isOver),
        );
        return () => resolve(result);
      } finally {
        isOver = true;
      }
    };
    waiting.push({
      begin: done,
      async join(tx) {
        // Out of a transaction it would begin one of its own
        if (!handle.inTransaction) throw new Error('SQLite has given up the transaction that this write was to join.');
        handle.exec('savepoint one_write');
        try {
          const tell = await done(tx);
          handle.exec('release one_write');
          return tell;
        } catch (error) {
          // On a full disk SQLite rolls all of it back by itself
          if (!handle.inTransaction) throw error;
          handle.exec('rollback to one_write; release one_write');
          return () => reject(error);
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
