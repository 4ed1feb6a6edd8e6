import type { Database } from '#platform/server/database/index.ts';

/**
 * Has something else happen between a request's admission and one of its writes, the `nth`: what a slow check or a busy
 * machine leaves time for.
 */
export function beforeWrite(db: Database, nth: number, happens: () => Promise<unknown>): void {
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
