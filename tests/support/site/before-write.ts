import type { Database } from '#platform/server/database/index.ts';

/**
 * Runs something else between the access check of a request and its `nth` write, as can happen during a slow check or
 * on a busy machine.
 */
export function runBeforeWrite(db: Database, nth: number, happens: () => Promise<unknown>): void {
  const write = db.write;
  let writes = 0;
  db.write = async (work) => {
    writes += 1;
    if (writes === nth) {
      db.write = write;
      await happens();
    }
    return write.call(db, work) as never;
  };
}
