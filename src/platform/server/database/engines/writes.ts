import { AsyncLocalStorage } from 'node:async_hooks';
import type { KyselyPlugin } from 'kysely';
import { isDiskFullError } from '../../storage/storage.ts';
import { type Database, DatabaseFullError, type DbTransaction } from '../core/database.ts';

/**
 * Creates a guard that tracks which code runs inside a write of a database. There, a second `write()` would wait for
 * itself for ever, and a read outside the transaction wouldn't see the write's changes. Both are refused at once.
 */
export function createWriteGuard() {
  const inside = new AsyncLocalStorage<{ open: boolean }>();
  const running = new Set<Promise<unknown>>();

  function refuseInside(what: string): void {
    if (inside.getStore()?.open) throw new Error(`${what} inside write(): use the transaction it was given.`);
  }

  const readPlugin: KyselyPlugin = {
    transformQuery({ node }) {
      refuseInside('db.read was used');
      return node;
    },
    transformResult: async ({ result }) => result,
  };

  return {
    /** Used by the read handle; refuses queries from inside a write. */
    outside: readPlugin,
    async run<T>(write: () => Promise<T>): Promise<T> {
      refuseInside('write() was called');
      const state = { open: true };
      const promise = inside.run(state, write);
      running.add(promise);
      try {
        return await promise;
      } finally {
        state.open = false;
        running.delete(promise);
      }
    },
    /** Resolves when the writes that are open now have ended. */
    async settled(): Promise<void> {
      await Promise.allSettled(running);
    },
  };
}

/** Creates a watch that remembers, until another write succeeds, that a write has failed because the disk was full. */
export function createFullDiskWatch() {
  let full = false;
  return {
    isFull: () => full,
    /**
     * Returns the result of a write.
     * @throws DatabaseFullError if the disk had no room for it
     */
    async watch<T>(writing: Promise<T>): Promise<T> {
      try {
        const result = await writing;
        full = false;
        return result;
      } catch (error) {
        if (!isDiskFullError(error)) throw error;
        full = true;
        throw new DatabaseFullError('There is no disk space left for this write.', { cause: error });
      }
    },
  };
}

/**
 * If a write failed because the disk was full and none has succeeded since, tries a write that changes nothing, to find
 * out if there is room again.
 */
export async function probeDiskSpace(db: Database): Promise<void> {
  if (!db.isFull()) return;
  try {
    await db.write(async (tx) => {
      // Writing the same value again would be no change
      for (const step of [1, -1])
        await tx
          .updateTable('revision')
          .set((row) => ({ value: row('value', '+', step) }))
          .execute();
    });
  } catch (error) {
    if (!(error instanceof DatabaseFullError)) throw error;
  }
}

/** How an engine runs a transaction that several writes share. */
interface SharedTransactions {
  /** Runs and commits one transaction. */
  transaction: (work: (tx: DbTransaction) => Promise<void>) => Promise<void>;
  /**
   * Runs a write completely or not at all. Returns its error, if that left the rest of the transaction intact.
   * @throws if the whole transaction is lost
   */
  savepoint: <T>(tx: DbTransaction, write: () => Promise<T>) => Promise<{ result: T } | { error: unknown }>;
  /** Resolves when everything committed is on the disk. */
  flush: () => Promise<void>;
  /** The time in milliseconds, from the start of a transaction, during which queued writes may join it. */
  open: number;
}

/** A write that waits for its turn. */
interface QueuedWrite {
  /**
   * Runs the write as the first in a transaction. If this throws, the transaction is over. Returns a function that
   * tells the caller about the commit.
   */
  begin: (tx: DbTransaction) => Promise<() => void>;
  /**
   * Runs the write, completely or not at all, as part of another write's transaction. Returns a function that tells the
   * caller about the commit, or about the write's own error.
   */
  join: (tx: DbTransaction) => Promise<() => void>;
  /** Tells the caller that the whole transaction failed. */
  fail: (error: unknown) => void;
}

/**
 * Creates a function that runs writes one at a time and commits queued writes together, because a commit costs more
 * than most writes (group commit). Each write that joins is a savepoint, so its failure leaves the others intact.
 * Callers get their results once the disk has the data; the next write doesn't wait for that.
 */
export function createGroupCommit({ transaction, savepoint, flush, open }: SharedTransactions) {
  const queue: QueuedWrite[] = [];
  let isBusy = false;

  async function commitTogether(first: QueuedWrite): Promise<void> {
    const joined = [first];
    const confirmations: (() => void)[] = [];
    let hasBegun = false;
    try {
      await transaction(async (tx) => {
        hasBegun = true;
        const since = performance.now();
        confirmations.push(await first.begin(tx));
        while (performance.now() - since < open) {
          const next = queue.shift();
          if (!next) break;
          joined.push(next);
          confirmations.push(await next.join(tx));
        }
      });
    } catch (error) {
      // If no transaction could begin, the queued writes fail too, because they have waited for the same reason
      if (!hasBegun) joined.push(...queue.splice(0));
      for (const { fail } of joined) fail(error);
      return;
    }
    flush().then(
      () => {
        for (const confirm of confirmations) confirm();
      },
      (error) => {
        for (const { fail } of joined) fail(error);
      },
    );
  }

  async function work(): Promise<void> {
    isBusy = true;
    for (let next = queue.shift(); next; next = queue.shift()) await commitTogether(next);
    isBusy = false;
  }

  return <T>(write: (tx: DbTransaction) => Promise<T>): Promise<T> => {
    const { promise, resolve, reject } = Promise.withResolvers<T>();
    // A write that joins is run by the first writer, but in the async context of its own caller
    const asCaller = AsyncLocalStorage.snapshot();
    const done = async (tx: DbTransaction) => {
      let isOver = false;
      try {
        const result = await asCaller(
          write,
          createExpiringTransaction(tx, () => isOver),
        );
        return () => resolve(result);
      } finally {
        isOver = true;
      }
    };
    queue.push({
      begin: done,
      async join(tx) {
        const outcome = await savepoint(tx, () => done(tx));
        return 'result' in outcome ? outcome.result : () => reject(outcome.error);
      },
      fail: reject,
    });
    if (!isBusy) void work();
    return promise;
  };
}

/**
 * Returns a transaction that becomes unusable once the write that received it is over, even if other writes continue in
 * it.
 */
const createExpiringTransaction = (tx: DbTransaction, isOver: () => boolean): DbTransaction =>
  tx.withPlugin({
    transformQuery({ node }) {
      if (isOver()) throw new Error('A transaction was used after its write().');
      return node;
    },
    transformResult: async ({ result }) => result,
  });
