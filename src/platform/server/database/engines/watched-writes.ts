import { AsyncLocalStorage } from 'node:async_hooks';
import type { KyselyPlugin } from 'kysely';
import { isDiskFullError } from '../../storage/storage.ts';
import { type Database, DatabaseFullError } from '../core/database.ts';

/**
 * Tracks which code runs inside a write of a database. There, a second `write()` would wait for itself for ever, and a
 * read outside the transaction wouldn't see the write's changes. Both are refused at once.
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
    /** Resolves when no write is open. */
    async settled(): Promise<void> {
      await Promise.allSettled(running);
    },
  };
}

/** Remembers that a write has failed because the disk was full, until another write succeeds. */
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
